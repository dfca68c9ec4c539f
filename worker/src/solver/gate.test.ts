import { expect, test } from "vitest";
import { createGate } from "./gate.ts";

test("a gate admits urgent calls first, and after eight of them another", async () => {
  const gate = createGate(1);
  const admitted: string[] = [];
  const pass = (name: string, isUrgent: boolean) =>
    gate.pass(async () => void admitted.push(name), undefined, isUrgent);
  const calls = [pass("first", false), pass("run 1", false), pass("run 2", false)];
  for (let urgent = 1; urgent <= 10; urgent++) calls.push(pass(`urgent ${urgent}`, true));
  await Promise.all(calls);
  const urgent = Array.from({ length: 10 }, (_, index) => `urgent ${index + 1}`);
  expect(admitted).toEqual(["first", ...urgent.slice(0, 8), "run 1", ...urgent.slice(8), "run 2"]);
});
