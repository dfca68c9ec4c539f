import type { Session } from "@ecotrim/contracts/auth/account";
import type { Payment } from "@ecotrim/contracts/billing/payment";
import type { WithdrawalRight } from "@ecotrim/contracts/withdrawal/right";
import { WITHDRAWAL_RULES, withdrawalText } from "@ecotrim/present/withdrawal";
import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import type { ReactNode } from "react";
import { createMemoryRouter, RouterProvider } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderWithData } from "../../lib/render-with-data.fixture.ts";
import { endSession, startSession } from "../../lib/session.ts";
import { PurchasesSection } from "../area/purchases/purchases-section.tsx";
import { SubscribeDialog } from "../area/tools/subscribe-dialog.tsx";
import { PremiumDialog } from "../billing/premium-dialog.tsx";
import { TermsPage } from "../legal/terms-page.tsx";
import { WithdrawalPage } from "./withdrawal-page.tsx";

const DELIVERED = {
  state: "delivered",
  deliveredAt: "2026-11-20T10:01:00Z",
  consentAt: "2026-11-19T10:00:00Z",
} as const;
const AWAITED = { state: "open", lastDay: "2026-12-04", consentAt: "2026-11-20T10:00:00Z" } as const;
const SUBSCRIBED = { state: "open", lastDay: "2026-12-05", consentAt: null } as const;
const EXPIRED = { state: "expired", lastDay: "2026-10-05", consentAt: null } as const;

const payment = (id: string, reportTitle: string, withdrawal: WithdrawalRight): Payment => ({
  id,
  kind: "premium-report",
  amount: 999,
  currency: "eur",
  status: "paid",
  createdAt: "2026-11-20T10:00:00Z",
  paidAt: "2026-11-20T10:00:00Z",
  stripeSessionId: null,
  invoiceUrl: null,
  productInfo: { reportTitle },
  simulation: null,
  customerInfo: { email: null },
  withdrawal,
});
const PAYMENTS = [
  payment("a1", "Informe entregado", DELIVERED),
  payment("b2", "Informe en camino", AWAITED),
  payment("c3", "Suscripción nueva", SUBSCRIBED),
  payment("d4", "Suscripción antigua", EXPIRED),
];

const SESSION = {
  token: "token",
  user: { id: "u1", firstName: "Núria", lastName: "Pons", email: "nuria@example.org" },
} as Session;

beforeEach(() => {
  // The simulated browser has no fonts, whose loading a growing text field waits for.
  Object.defineProperty(document, "fonts", { value: new EventTarget(), configurable: true });
  vi.stubGlobal("fetch", async (path: string) => {
    const data = path.includes("/stats")
      ? { totalPayments: 4, totalRevenue: 0, stats: [] }
      : path.includes("/history")
        ? { payments: PAYMENTS, pagination: { page: 1, limit: 10, total: 4, pages: 1 } }
        : { testMode: true };
    return Response.json({ success: true, data });
  });
});
afterEach(() => {
  cleanup();
  endSession("logout");
  vi.unstubAllGlobals();
});

const open = (element: ReactNode) => {
  const router = createMemoryRouter([{ path: "*", element }]);
  return renderWithData(<RouterProvider router={router} />);
};
const text = () => document.body.textContent?.replace(/\s+/g, " ") ?? "";

test("the right of withdrawal of each purchase reads the same among the purchases and where one withdraws", async () => {
  startSession(SESSION);
  for (const screenOf of [<PurchasesSection key="p" />, <WithdrawalPage key="w" />]) {
    open(screenOf);
    for (const { productInfo, withdrawal } of PAYMENTS) {
      const [item] = (await screen.findAllByText(new RegExp(productInfo.reportTitle))).map((one) => one.closest("li"));
      expect(item?.textContent).toContain(withdrawalText(withdrawal as WithdrawalRight));
    }
    expect(text()).not.toMatch(/14 días desde la compra/);
    cleanup();
  }
});

test("a delivered report names the consent given and its date, and is not offered for withdrawal", async () => {
  startSession(SESSION);
  open(<WithdrawalPage />);
  await screen.findByText(/Informe entregado/);
  expect(text()).toContain("El informe se entregó el 20 de noviembre de 2026. El 19 de noviembre de 2026 usted pidió");
  fireEvent.click(screen.getByRole("combobox"));
  const offered = within(await screen.findByRole("listbox", { hidden: true })).getAllByRole("option", { hidden: true });
  expect(offered.map((option) => option.textContent)).toEqual([
    expect.stringContaining("Informe en camino"),
    expect.stringContaining("Suscripción nueva"),
  ]);
});

test.each([
  [
    "the order of a report",
    ["premium-report"],
    <PremiumDialog key="1" simulationId="s1" name="Nave 3" opened onClose={() => {}} />,
  ],
  ["the terms", ["premium-report", "subscription"], <TermsPage key="2" />],
  ["the page of withdrawals", ["premium-report", "subscription"], <WithdrawalPage key="3" />],
] as const)("the rule of withdrawal stands in %s", (_, products, element) => {
  open(element);
  for (const product of products) expect(text()).toContain(WITHDRAWAL_RULES[product]);
});

test("the rule of withdrawal stands in the order of a subscription", () => {
  const tool = { id: "geotrim", name: "GeoTrim", description: "", features: [], productSlug: "geotrim" } as const;
  open(<SubscribeDialog tool={{ ...tool, features: [], status: "active" }} onClose={() => {}} />);
  fireEvent.click(screen.getByRole("button", { name: "Ver el precio" }));
  expect(text()).toContain(WITHDRAWAL_RULES.subscription);
});
