import { createHash } from "node:crypto";
import { unescape as decoded } from "node:querystring";
import { ZxcvbnFactory } from "@zxcvbn-ts/core";
import { adjacencyGraphs, dictionary } from "@zxcvbn-ts/language-common";
import { OWN_DOMAIN, type Settings } from "./settings.ts";

/** Words of examples and of typed secrets, which random secrets do not contain. */
const PLACEHOLDER = /secret|change|passw|example|ecotrim|default|replace|develop|characters/i;
/**
 * Least strength of each secret: the power of ten of guesses it withstands; a random secret withstands one for each
 * character. Signing keys can be attacked offline by holders of signed data, passwords only online.
 */
const WITHSTANDS = {
  JWT_SECRET: 30,
  STRIPE_SECRET_KEY: 20,
  STRIPE_WEBHOOK_SECRET: 20,
  OPERATOR_PASSWORD: 14,
  DATABASE_URL: 10,
  REDIS_URL: 10,
  // Often issued by a mail provider, and short.
  SMTP_URL: 8,
};
/** Secrets that the provider issues. */
const PROVIDED = /^(STRIPE|SMTP)_/;
const ADDRESS = /^[\w+]+:\/\/(?:([^:@/]*)(?::([^/?#]*))?@)?([^/?#]*)/;
const STRIPE_PREFIX = /^(whsec|[sr]k_(test|live))_/;
/** Hash function -> length of its digests, bytes. */
const DIGESTS = { md5: 16, sha1: 20, sha224: 28, sha256: 32, sha384: 48, sha512: 64 };
const EXAMPLE_DOMAIN = /[@/.]example(\.(com|org|net|es))?\b|\.example\b/i;
/** Hosts of this machine, sockets included: a local trial of the production images needs no certificate. */
const OWN_MACHINE = /^(localhost|127\.0\.0\.1|\[::1\]|%2f.*)?(:\d+)?$/i;

function partsOf(address: string) {
  const [, user = "", password = "", hosts = ""] = ADDRESS.exec(address) ?? [];
  return { user: decoded(user), password: decoded(password), hosts };
}

/** Whether a secret is the hash of a common word, which looks made at random, with or without the end of its line. */
function isKnownDigest(secret: string): boolean {
  const bytes = Buffer.from(secret, /^[0-9a-f]+$/i.test(secret) ? "hex" : "base64");
  const [algorithm] = Object.entries(DIGESTS).find(([, length]) => length === bytes.length) ?? [];
  if (algorithm === undefined) return false;
  const isHashOf = (text: string) => createHash(algorithm).update(text).digest().equals(bytes);
  const commonWords = ["", "ecotrim", "geotrim", "postgres", "redis", ...Object.values(dictionary).flat().map(String)];
  return commonWords.some((word) => isHashOf(word) || isHashOf(`${word}\n`));
}

function guessableSecrets(settings: Partial<Settings>): string[] {
  const zxcvbn = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs });
  return Object.entries(WITHSTANDS).flatMap(([name, least]) => {
    const value = settings[name as keyof typeof WITHSTANDS] ?? "";
    const { user, password } = partsOf(value);
    const secret = name.endsWith("_URL") ? password : value.replace(STRIPE_PREFIX, "");
    if (!secret) return [];
    const isWeak = PLACEHOLDER.test(secret) || zxcvbn.check(secret, [user]).guessesLog10 < least;
    if (!isWeak && !isKnownDigest(secret)) return [];
    const subject = name.endsWith("_URL") ? `${name} holds a password that` : name;
    const remedy = PROVIDED.test(name) ? "set the one the provider gave" : "openssl rand -hex 32 makes a better one";
    const reason = isWeak ? "can be guessed or is of an example" : "is the hash of a common word and can be guessed";
    return [`${subject} ${reason}; ${remedy}`];
  });
}

/** Settings that are well formed and still wrong in production; no value is repeated. */
export function productionFaults(settings: Partial<Settings>): string[] {
  const { DATABASE_URL, PUBLIC_URL } = settings;
  const faults = guessableSecrets(settings);
  const database = DATABASE_URL && partsOf(DATABASE_URL);
  if (database && !database.password && !OWN_MACHINE.test(database.hosts))
    faults.push("DATABASE_URL holds no password, and its server is not on this machine");
  if (PUBLIC_URL?.startsWith("http:") && !OWN_MACHINE.test(partsOf(PUBLIC_URL).hosts))
    faults.push("PUBLIC_URL is not https: passwords and sessions would be sent in clear");
  for (const name of OWN_DOMAIN)
    if (EXAMPLE_DOMAIN.test(settings[name] ?? "")) faults.push(`${name} is of an example domain: set it to your own`);
  return faults;
}
