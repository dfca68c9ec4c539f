import { expect, test } from "vitest";
import { classification, profitability } from "./profitability.ts";

test.each([
  [100, 0.08, "high"],
  [0, 0.5, "high"],
  [100, 0.0799, "marginal"],
  [100, null, "marginal"],
  [-1, 0.06, "marginal"],
  [-1, 0.0499, "none"],
  [-1, null, "none"],
  [null, null, "none"],
  [null, 0.2, "marginal"],
] as const)("a saving of %s with an IRR of %s is %s", (savings, irr, label) => {
  expect(profitability(savings, irr)).toBe(label);
});

test("the label never stands alone where the NPV is negative", () => {
  expect(classification(50_000, 0.02, -1)).toBeNull();
  expect(classification(null, 0.12, 1)).toBeNull();
  expect(classification(50_000, 0.12, 0)).toBe("Altamente Rentable");
  expect(classification(50_000, 0.12, null)).toBe("Altamente Rentable");
});
