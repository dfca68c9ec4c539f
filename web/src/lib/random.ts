/** 16 random bytes in hexadecimal. `crypto.randomUUID` exists on secure origins only; a company's plain-HTTP server is not one. */
export const randomHex = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

/** The id of one run, from the click to its result: a UUID of version 4. */
export const newRequestId = (): string =>
  randomHex().replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, "$1-$2-4$3-a$4-$5");
