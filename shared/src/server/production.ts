import type { Settings } from "./env.ts";

/** Words of examples and of hands that type instead of having a secret made. */
const PLACEHOLDER = /secret|change|passw|example|ecotrim|default|replace|develop|characters/i;
const REPEATED = /^(.{1,16}?)\1{2,}.{0,15}$/s;
const MIN_ENTROPY_BITS = 100;
/** What databases are set up with in examples. */
const KNOWN_PASSWORDS = ["app", "postgres", "password", "admin", "root", "secret", "changeme", "example", "test"];
const EXAMPLE_DOMAIN = /[@/.]example(\.(com|org|net|es))?\b|\.example\b/i;
/** Names of this machine: a trial of the production images on it needs no certificate. */
const OWN_MACHINE = /^http:\/\/(localhost|127\.0\.0\.1|\[::1\])(:\d+)?$/;

/** Bits by how often each character comes: of random text close to the truth, of typed text too much. */
function entropyBits(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= count * Math.log2(count / text.length);
  return bits;
}

const isGuessable = (secret: string): boolean =>
  PLACEHOLDER.test(secret) || REPEATED.test(secret) || entropyBits(secret) < MIN_ENTROPY_BITS;

function isKnownPassword(databaseUrl: string): boolean {
  if (!URL.canParse(databaseUrl)) return false;
  const { username, password } = new URL(databaseUrl);
  return password !== "" && (password === username || KNOWN_PASSWORDS.includes(decodeURIComponent(password)));
}

/** Settings that are well formed and still wrong where real people are served; no value is repeated. */
export function productionFaults(settings: Partial<Settings>): string[] {
  const { JWT_SECRET, DATABASE_URL, PUBLIC_URL, OPERATOR_PASSWORD } = settings;
  const faults: string[] = [];
  if (JWT_SECRET && isGuessable(JWT_SECRET))
    faults.push("JWT_SECRET can be guessed or is of an example; openssl rand -base64 48 makes a better one");
  if (OPERATOR_PASSWORD && (PLACEHOLDER.test(OPERATOR_PASSWORD) || REPEATED.test(OPERATOR_PASSWORD)))
    faults.push("OPERATOR_PASSWORD can be guessed or is of an example; openssl rand -base64 24 makes a better one");
  if (DATABASE_URL && isKnownPassword(DATABASE_URL))
    faults.push("DATABASE_URL holds a password that everybody knows, such as the name of its user");
  if (PUBLIC_URL?.startsWith("http:") && !OWN_MACHINE.test(PUBLIC_URL))
    faults.push("PUBLIC_URL is not https: passwords and sessions would be sent in clear");
  for (const name of ["PUBLIC_URL", "MAIL_FROM", "CONTACT_EMAIL", "PRIVACY_EMAIL", "GEOTRIM_URL"] as const)
    if (EXAMPLE_DOMAIN.test(settings[name] ?? "")) faults.push(`${name} is of an example domain: set it to your own`);
  return faults;
}
