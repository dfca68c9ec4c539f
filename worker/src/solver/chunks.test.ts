import { expect, test } from "vitest";
import { inChunks } from "./chunks.ts";

const numbers = (from: number, to: number) => Array.from({ length: to - from }, (_, offset) => from + offset);

test.each([1, 2, 7])("chunks on %i lanes give the same items in the same order", async (lanes) => {
  const { all } = inChunks({ total: 23, size: 5, lanes }, async (from, to) => numbers(from, to));
  expect(await all).toEqual(numbers(0, 23));
});

test("the prefix of chunks ends at the first gap", async () => {
  const open = new Map<number, () => void>();
  const chunks = inChunks(
    { total: 6, size: 2, lanes: 3 },
    (from, to) => new Promise<number[]>((resolve) => open.set(from, () => resolve(numbers(from, to)))),
  );
  open.get(2)!();
  await Promise.resolve();
  expect(chunks.prefix()).toEqual([]);
  open.get(0)!();
  await new Promise(setImmediate);
  expect(chunks.prefix()).toEqual([0, 1, 2, 3]);
  open.get(4)!();
  expect(await chunks.all).toEqual(numbers(0, 6));
});

test("no chunk begins after a failure or an abort", async () => {
  const begun: number[] = [];
  const failing = inChunks({ total: 10, size: 1, lanes: 2 }, async (from) => {
    begun.push(from);
    if (from === 1) throw new Error("broken");
    return [from];
  });
  await expect(failing.all).rejects.toThrow("broken");
  expect(begun.length).toBeLessThan(5);

  const abort = new AbortController();
  const aborted = inChunks({ total: 10, size: 1, lanes: 1, signal: abort.signal }, async (from) => {
    if (from === 2) abort.abort();
    return [from];
  });
  await expect(aborted.all).rejects.toMatchObject({ name: "AbortError" });
  expect(aborted.prefix()).toEqual([0, 1, 2]);
});
