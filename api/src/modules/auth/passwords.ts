import { AppError } from "@ecotrim/contracts/errors";
import { hash, verify } from "@node-rs/argon2";
import { dictionary } from "@zxcvbn-ts/language-common";

/**
 * Argon2id with OWASP's first choice of parameters; memory in KiB. Each hash takes one of libuv's few threads, which
 * bounds how many run, and how much memory they take, at a time.
 */
const OPTIONS = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;

/** Accents are one character or two by the device they are typed on. */
const normal = (password: string): string => password.normalize("NFKC");

/** What is tried first: tens of thousands of common passwords, and our own name. */
const COMMON = new Set(dictionary["passwords-common"]);
const OUR_NAME = /^\W*(eco|geo)trim[\d\W]*$/;

/** @throws AppError INVALID_INPUT for a password that others guess first. */
export function refuseCommon(password: string, field: string): void {
  const typed = normal(password).toLowerCase();
  if (COMMON.has(typed) || OUR_NAME.test(typed))
    throw new AppError("INVALID_INPUT", { field, message: "Esta contraseña es de las más usadas. Elija otra." });
}

export const hashPassword = (password: string): Promise<string> => hash(normal(password), OPTIONS);

/** What a password is compared with where there is no account, so that the answer takes as long. */
const NOBODY = hashPassword("nobody has this password");

export async function isPassword(password: string, passwordHash: string | undefined): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await NOBODY), normal(password), OPTIONS);
  return matches && passwordHash !== undefined;
}
