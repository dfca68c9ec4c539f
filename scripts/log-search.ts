/**
 * Patterns of data that no log may hold. The tests' people, passwords and keys all match them, so that any leak of
 * theirs is found.
 */
const KINDS: Record<string, RegExp> = {
  "a password": /una clave|otra (clave|distinta)|clave (nueva|larga|mala)|la mala clave|ninguna de las dos/gi,
  "a password's hash": /\$argon2\w*\$\S*/g,
  "an e-mail address": /[\w.+%-]+(?:@|%40)[\w-]+(?:\.[\w-]+)*\.(?:example|org|com|net|es|test)\b/gi,
  "a person's name": /Núria|Pons\b|Propietaria|Cerámicas del Turia/gi,
  "a session's token": /eyJ[\w-]{8,}\.[\w-]+(?:\.[\w-]+)?/g,
  "an Authorization header": /\b(?:Bearer|Basic) [\w.~+/=-]{6,}/g,
  "a telephone number": /\b[679]\d\d[ -]\d{3}[ -]\d{3}\b/g,
  // 32 random bytes are access tokens and mailed links; 16 are share links.
  "a token": /(?<![\w/.-])(?=[\w-]*[a-z])(?=[\w-]*[A-Z])(?=[\w-]*\d)(?:[\w-]{43}|[\w-]{22})(?![\w/.-])/g,
  "a key of the payment provider": /\b(?:[sr]k_(?:test|live)_|whsec_)\w+/g,
  "the address of a caller": /\b203\.0\.113\.\d+|\b198\.18\.\d+\.\d+|\b10\.(?:0\.0|9\.9)\.\d+/g,
  // Excludes the example address of our own messages.
  "a database's password": /\bpostgres(?:ql)?:\/\/(?!user:password@host\/name\b)[^\s:@/"]+:[^\s@/"]+@/g,
  "our secret": /a-secret-for-tests-of-more/g,
};

export interface Leak {
  kind: string;
  /** The line of the leak, with every match removed. */
  line: string;
}

/** The leaks of a log: one for each line and kind. */
export function leaksIn(log: string): Leak[] {
  return log.split("\n").flatMap((line) => {
    const kinds = Object.entries(KINDS).filter(([, pattern]) => line.search(pattern) >= 0);
    if (kinds.length === 0) return [];
    const redacted = kinds.reduce((text, [kind, pattern]) => text.replace(pattern, `[${kind}]`), line);
    return kinds.map(([kind]) => ({ kind, line: redacted }));
  });
}
