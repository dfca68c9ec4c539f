import { AppError } from "@ecotrim/contracts/errors";
import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";

/**
 * Argon2id with OWASP's first choice of parameters; memory in KiB. Each hash takes one of libuv's few threads, which
 * bounds how many hashes run at a time and how much memory they take.
 */
const OPTIONS = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

/** Devices type an accented letter as one character or as two; both must give the same hash. */
const normal = (password: string): string => password.normalize("NFKC");

/** The passwords guessed first: tens of thousands of common passwords, and our own name. */
const COMMON = new Set(dictionary["passwords-common"]);
const OUR_NAME = /^\W*(eco|geo)trim[\d\W]*$/;

/** @throws AppError INVALID_INPUT for a password that is among the first guesses. */
export function refuseCommon(password: string, field: string): void {
  const typed = normal(password).toLowerCase();
  if (COMMON.has(typed) || OUR_NAME.test(typed))
    throw new AppError("INVALID_INPUT", { field, message: "Esta contraseña es de las más usadas. Elija otra." });
}

export const hashPassword = (password: string): Promise<string> => hash(normal(password), OPTIONS);

/** The hash compared where no account exists, so that the response time does not reveal it. */
const NOBODY = hashPassword("nobody has this password");

export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await NOBODY), normal(password), OPTIONS);
  return matches && passwordHash !== undefined;
}
