import { expect, test } from "vitest";
import { withdrawalRight } from "./right.ts";

const contractedAt = new Date("2026-11-28T23:30:00Z");
const consentAt = new Date("2026-11-28T23:20:00Z");
const deliveredAt = new Date("2026-11-28T23:31:00Z");
const at = (time: string) => new Date(time);

test("a withdrawal is open to the end of the fourteenth day after the contract, in Spain", () => {
  const purchase = { contractedAt, consentAt: null, deliveredAt: null };
  // In Spain the contract is of the 29th.
  const right = withdrawalRight(purchase, at("2026-12-13T22:59:59Z"));
  expect(right).toEqual({ state: "open", lastDay: "2026-12-13", consentAt: null });
  expect(withdrawalRight(purchase, at("2026-12-13T23:00:00Z"))).toMatchObject({ state: "expired" });
});

test("the right of withdrawal ends with a delivery that was consented to, and with no other", () => {
  const now = at("2026-11-29T10:00:00Z");
  expect(withdrawalRight({ contractedAt, consentAt, deliveredAt: null }, now)).toMatchObject({
    state: "open",
    consentAt: consentAt.toISOString(),
  });
  expect(withdrawalRight({ contractedAt, consentAt: null, deliveredAt }, now)).toMatchObject({ state: "open" });
  expect(withdrawalRight({ contractedAt, consentAt, deliveredAt }, now)).toEqual({
    state: "delivered",
    deliveredAt: deliveredAt.toISOString(),
    consentAt: consentAt.toISOString(),
  });
});
