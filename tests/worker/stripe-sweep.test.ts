import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { JobDeps } from "../../worker/src/jobs/job.ts";
import { stripeSweep } from "../../worker/src/jobs/stripe-sweep.ts";
import { openApp, type TestApp } from "../support/app.ts";
import { testServices } from "../support/services.ts";
import { eventually } from "../support/simulations.ts";
import { workerParts } from "../support/worker-deps.ts";

const LINKS = ["plink_1", "plink_2", "plink_3"];

describe("the sweep of what the payment provider has not told", () => {
  const services = testServices("postgres");
  let api: TestApp;
  beforeAll(async () => {
    api = await openApp(services);
    const { user } = await api.register();
    for (const link of LINKS)
      await api.dataSource.query(
        `INSERT INTO payments (id, user_id, kind, simulation_id, title, amount, currency, payment_link_id, created_at)
         VALUES ($1, $2, 'premium-report', $1, 'Informe premium', 999, 'eur', $3, now() - interval '1 hour')`,
        [randomUUID(), user.id, link],
      );
    await api.dataSource.query(
      `INSERT INTO subscriptions (id, user_id, product_slug, status, stripe_subscription_id, current_period_end, updated_at)
       VALUES ($1, $2, 'geotrim', 'active', 'sub_1', now() - interval '1 hour', now() - interval '1 hour')`,
      [randomUUID(), user.id],
    );
  });
  afterAll(() => api.close());

  /** Sweeps with a provider that answers so about a payment link and knows no subscriptions. */
  function sweep(answer: () => Promise<unknown>) {
    const asked: string[] = [];
    const stripe = {
      checkout: {
        sessions: {
          list: ({ payment_link }: { payment_link: string }) => {
            asked.push(payment_link);
            return answer();
          },
        },
      },
      subscriptions: {
        retrieve: (id: string) => {
          asked.push(id);
          return Promise.reject(new Error("not now"));
        },
      },
    } as unknown as JobDeps["stripe"];
    const handle = stripeSweep({ ...api, ...workerParts(api.env), stripe, pool: undefined as never });
    const end = handle({ id: "any", data: {}, attempt: 1, isLastAttempt: true, signal: new AbortController().signal });
    return { asked, end };
  }

  test("the sweep of payments asks about subscriptions while it waits for an answer about a checkout", async () => {
    const { asked } = sweep(() => new Promise(() => {}));
    await eventually(() => asked.length === 2);
    expect(asked).toContain("sub_1");
  });

  test("the sweep of payments asks about all the others where one fails, and says that it failed", async () => {
    const { asked, end } = sweep(() => Promise.reject(new Error("not this one")));
    await expect(end).rejects.toMatchObject({ code: "PAYMENT_PROVIDER_UNAVAILABLE" });
    expect(asked.sort()).toEqual([...LINKS, "sub_1"]);
  });
});
