import { cleanup, screen } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { renderWithData } from "../../lib/render-with-data.fixture.ts";
import { logIn } from "../../lib/session.fixture.ts";
import { endSession } from "../../lib/session.ts";
import { PaymentSuccessPage } from "./payment-success-page.tsx";
import { SubscriptionSuccessPage } from "./subscription-success-page.tsx";

beforeEach(logIn);
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  endSession("logout");
});

/** Opens a result page at its address; every call is answered alike. */
function open(address: string, body: BodyInit, status = 200) {
  vi.stubGlobal("fetch", async () => new Response(body, { status }));
  const Page = address.startsWith("/payment") ? PaymentSuccessPage : SubscriptionSuccessPage;
  renderWithData(
    <MemoryRouter initialEntries={[address]}>
      <Page />
    </MemoryRouter>,
  );
}

const simulationLink = async () =>
  (await screen.findByRole("link", { name: "Ver la simulación" })).getAttribute("href");

test("the payment page leads to the simulation of the address where the payment cannot be verified", async () => {
  open("/payment/success?session_id=cs_1&reportId=a%26b", "<html>Bad gateway</html>", 502);
  expect(await screen.findByText("Error al verificar el pago")).toBeTruthy();
  expect(await simulationLink()).toBe("/simulacion/a%26b");
});

test("the payment page leads to the simulation that was paid for, whatever the address says", async () => {
  const session = { id: "cs_1", amount_total: 999, currency: "eur", status: "paid", reportId: "s1" };
  open("/payment/success?session_id=cs_1&reportId=s2", JSON.stringify({ success: true, data: { session } }));
  expect(await screen.findByRole("heading", { name: "Pago confirmado" })).toBeTruthy();
  expect(await simulationLink()).toBe("/simulacion/s1");
});

test("the payment page without a session or a report says so and leads to no simulation", async () => {
  open("/payment/success", "{}");
  expect(await screen.findByText("No se encontró información de la sesión de pago")).toBeTruthy();
  expect(screen.queryByRole("link", { name: "Ver la simulación" })).toBeNull();
});

test.each([
  ["&product=geotrim", "No se ha podido confirmar la suscripción a GeoTrim"],
  ["&product=constructor", "No se ha podido confirmar la suscripción"],
  ["", "No se ha podido confirmar la suscripción"],
])("the subscription page with %j names the product it knows", async (product, title) => {
  open(`/subscription/success?session_id=cs_1${product}`, "<html>Bad gateway</html>", 502);
  expect(await screen.findByRole("heading", { name: title })).toBeTruthy();
  expect(screen.getByText("Error al verificar la suscripción")).toBeTruthy();
});

test("the subscription page says that there is no session where nobody is logged in", async () => {
  endSession("expired");
  open("/subscription/success?session_id=cs_1", "{}");
  expect(await screen.findByText("No hay sesión de usuario activa")).toBeTruthy();
});
