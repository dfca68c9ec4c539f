import { afterEach, expect, test, vi } from "vitest";
import { CURVE_DRAFTS, forgetOldDrafts } from "./curve-drafts.ts";

afterEach(() => vi.unstubAllGlobals());

test("a browser without drafts gets no database at the start of the page", async () => {
  const open = vi.fn();
  vi.stubGlobal("indexedDB", { databases: async () => [{ name: "other" }], open });
  await forgetOldDrafts();
  vi.stubGlobal("indexedDB", { open });
  await forgetOldDrafts();
  vi.stubGlobal("indexedDB", undefined);
  await forgetOldDrafts();
  expect(open).not.toHaveBeenCalled();
});

test("a draft of more than 30 days is deleted at the start of the page, and a newer one is kept", async () => {
  const kept = new Map<string, unknown>([
    ["load", { savedAt: Date.now() - 31 * 86_400_000, value: 1 }],
    ["pv", { savedAt: Date.now() - 29 * 86_400_000, value: 2 }],
  ]);
  const request = (result: unknown) => {
    const made = { result, onsuccess: undefined as (() => void) | undefined };
    queueMicrotask(() => made.onsuccess?.());
    return made;
  };
  const objectStore = () => ({
    get: (kind: string) => request(kept.get(kind)),
    delete: (kind: string) => request(kept.delete(kind)),
  });
  const database = { transaction: () => ({ objectStore }), close: () => undefined };
  vi.stubGlobal("indexedDB", { databases: async () => [{ name: CURVE_DRAFTS }], open: () => request(database) });
  await forgetOldDrafts();
  expect([...kept.keys()]).toEqual(["pv"]);
});
