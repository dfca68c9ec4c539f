import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { createDurably, writeDurably } from "../files/durable.ts";
import { keptSecret } from "./kept-secret.ts";

const folder = mkdtempSync(join(tmpdir(), "ecotrim-secret-"));
afterAll(() => rmSync(folder, { recursive: true }));

test("a secret is made once, in a file and folder that only their owner reads, without anything beside it", () => {
  const file = join(folder, "deep", "secret");
  const secret = keptSecret(file);
  expect(secret).toMatch(/^[0-9a-f]{48}$/);
  expect(keptSecret(file)).toBe(secret);
  for (const path of [file, join(folder, "deep")]) expect(statSync(path).mode & 0o077, path).toBe(0);
  expect(readdirSync(join(folder, "deep"))).toEqual(["secret"]);
});

test.each([
  ["is empty", ""],
  ["was cut short", "f00d".repeat(11)],
  ["is full of zeros", "\0".repeat(48)],
])("a secret whose file %s is made anew", (_, text) => {
  const file = join(folder, "damaged");
  writeFileSync(file, text, { mode: 0o644 });
  const secret = keptSecret(file);
  expect(secret).toMatch(/^[0-9a-f]{48}$/);
  expect(readFileSync(file, "utf8")).toBe(secret);
  expect(statSync(file).mode & 0o077).toBe(0);
});

test("a file that is written replaces the old one, whatever a killed process has left, and closes it to others", () => {
  const file = join(folder, "mail");
  writeFileSync(file, "old", { mode: 0o644 });
  writeFileSync(`${file}.${process.pid}.new`, "half", { mode: 0o644 });
  writeDurably(file, "new");
  expect(readFileSync(file, "utf8")).toBe("new");
  expect(statSync(file).mode & 0o077).toBe(0);
});

test("a file that is created stays what it is where another was first", () => {
  const file = join(folder, "first");
  expect(createDurably(file, "one")).toBe(true);
  expect(createDurably(file, "two")).toBe(false);
  expect(readFileSync(file, "utf8")).toBe("one");
});

test("a file that cannot be written leaves nothing half written beside it", () => {
  const file = join(folder, "taken");
  mkdirSync(file);
  expect(() => writeDurably(file, "new")).toThrow(/EISDIR|EPERM|ENOTEMPTY/);
  expect(readdirSync(folder).filter((name) => name.endsWith(".new"))).toEqual([]);
});
