import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { keptSecret } from "../../shared/server/env/kept-secret.ts";
import { folderFault } from "./folder-fault.ts";

test.each([
  ["ENOSPC: no space left on device, write", "make room on its disk"],
  ['could not write lock file "postmaster.pid": No space left on device', "make room on its disk"],
  ["ENOENT: no such file or directory, mkdir '/var/data'", "its disk is read-only"],
  ["EROFS: read-only file system, open '.data/lock.1'", "its disk is read-only"],
  ['could not open file "/x": Permission denied', "let this user write there"],
  ['data directory "/x" has wrong ownership', "let this user write there"],
  ["EEXIST: file already exists, mkdir '/x'", "a file is in its place"],
  ["pre-existing shared memory block (key 1, ID 2) is still in use", "an earlier PostgreSQL still works there"],
  ["The embedded PostgreSQL did not start: could not create any TCP/IP sockets", "start again"],
  ["The embedded PostgreSQL did not start: database files are incompatible with server", "restore a backup"],
])("%s is told with its remedy", (message, remedy) => {
  const told = folderFault(new Error(message), "/var/data").message;
  expect(told).toContain("The data folder /var/data cannot be used; ");
  expect(told).toContain(remedy);
  expect(told).toContain(message);
  expect(told).not.toContain("\n");
});

test("a fault of another kind is told as it is", () => {
  const error = new Error("There is no embedded PostgreSQL for this machine");
  expect(folderFault(error, "/var/data")).toBe(error);
});

test("a folder of another user is told from a fault of the program", () => {
  const folder = mkdtempSync(join(tmpdir(), "ecotrim-foreign-"));
  chmodSync(folder, 0o555);
  const isRoot = process.getuid?.() === 0;
  // Root may write everywhere.
  if (isRoot) process.seteuid?.(65_534);
  try {
    keptSecret(join(folder, "session-secret"));
    expect.unreachable();
  } catch (error) {
    expect(folderFault(error as Error, folder).message).toContain("let this user write there, or set DATA_DIR");
  } finally {
    if (isRoot) process.seteuid?.(0);
    rmSync(folder, { recursive: true });
  }
});
