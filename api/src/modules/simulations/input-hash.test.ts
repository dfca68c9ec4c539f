import { resolveInput } from "@ecotrim/contracts/simulations/input";
import { expect, test } from "vitest";
import { inputHash } from "./input-hash.ts";

const input = resolveInput({ demand_value: 1500 });

test("the order in which inputs were written does not change their hash", () => {
  const reversed = Object.fromEntries(Object.entries(input).reverse()) as typeof input;
  expect(inputHash(reversed)).toBe(inputHash(input));
});

test("a default written out hashes as a default left out", () => {
  expect(inputHash(resolveInput({ demand_value: 1500, pv_value: 2000 }))).toBe(inputHash(input));
});

test("every input is part of the hash, and descriptive fields are not", () => {
  for (const [name, value] of Object.entries(input)) {
    const other = typeof value === "number" ? value + 1 : typeof value === "boolean" ? !value : `${value}0`;
    expect(inputHash({ ...input, [name]: other }), name).not.toBe(inputHash(input));
  }
  expect(inputHash({ ...input, market_year: 2023 })).not.toBe(inputHash(input));
  expect(inputHash(resolveInput({ demand_value: 1500, battery_type: "LFP" }))).toBe(inputHash(input));
});
