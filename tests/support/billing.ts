import type { Report } from "@ecotrim/contracts/reports/report";
import { expect } from "vitest";
import { type StripeLocal, startStripeLocal } from "../../scripts/dev/stripe-local/stripe-local.ts";
import { type AppOverrides, openApp, type TestApp } from "./app.ts";
import { sampleOutput } from "./gated-pool.ts";
import { TEST_SETTINGS } from "./services.ts";
import { eventually, newInput } from "./simulations.ts";

export type Shop = Awaited<ReturnType<typeof openShop>>;
type Who = Awaited<ReturnType<TestApp["register"]>>;

/** API, worker and a local payment provider that charges nothing. */
export async function openShop(
  services: Parameters<typeof openApp>[0],
  settings: Record<string, string> = {},
  others: Omit<AppOverrides, "settings"> = {},
) {
  const stripe: StripeLocal = await startStripeLocal({
    webhookSecret: TEST_SETTINGS.STRIPE_WEBHOOK_SECRET,
    secretKey: TEST_SETTINGS.STRIPE_SECRET_KEY,
    retryDelaysMs: [],
  });
  const api = await openApp(services, { settings: { STRIPE_API_BASE: stripe.url, ...settings }, ...others });
  stripe.control.setWebhookUrl(`${await api.listen()}/api/stripe/webhook`);
  /** Kinds of the reports made; set `broken` to have them fail. */
  const printer = { printed: [] as string[], broken: false };
  const worker = await api.startWorker({
    reports: {
      render: async (kind) => {
        if (printer.broken) throw new Error("out of paper");
        printer.printed.push(kind);
        return Buffer.from(`%PDF ${kind}`);
      },
    },
  });

  const post = (as: Who, url: string, body: object = {}) => api.call("POST", url, { as, body });
  return {
    api,
    worker,
    printer,
    stripe: stripe.control,
    post,
    get: async (as: Who, url: string) => (await api.call("GET", url, { as })).json().data,
    /** A completed simulation of a new account. */
    async customer(): Promise<{ who: Who; simulationId: string }> {
      const who = await api.register();
      const body = { inputParameters: newInput() };
      const { id } = (await post(who, "/api/simulations", body)).json().data;
      const run = await worker.pool.nextRun();
      run.finish(sampleOutput(run.request));
      await eventually(
        async () => (await api.call("GET", `/api/simulations/${id}`, { as: who })).json().data.status === "completed",
      );
      return { who, simulationId: id };
    },
    order: async (who: Who, simulationId: string) => {
      const answer = await post(who, "/api/payments/create-payment-link", {
        reportId: simulationId,
        immediateDelivery: true,
      });
      expect(answer.status, answer.text).toBe(200);
      return answer.json() as { payment_link_id: string; payment_link_url: string };
    },
    /** Waits until every event has arrived and been handled. */
    async settled() {
      await stripe.control.idle();
      await eventually(
        async () =>
          (await api.dataSource.query("SELECT 1 FROM stripe_events WHERE processed_at IS NULL AND dead_at IS NULL"))
            .length === 0,
      );
    },
    async report(who: Who, id: string): Promise<Report> {
      let report: Report | undefined;
      await eventually(async () => {
        report = (await api.call("GET", `/api/reports/${id}`, { as: who })).json().data;
        return report?.status === "completed" || report?.status === "failed";
      });
      return report as Report;
    },
    async close() {
      await worker.close();
      await api.close();
      await stripe.close();
    },
  };
}
