import { randomUUID } from "node:crypto";
import { dayInSpain } from "@ecotrim/contracts/locale";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ReportContent } from "../../worker/src/pdf/content.ts";
import { expectRefusal, openApp, type TestApp } from "../support/app.ts";
import { sampleOutput } from "../support/gated-pool.ts";
import { FRAME, JPEG, patched, png } from "../support/logos.ts";
import { testServices } from "../support/services.ts";
import { eventually, newInput } from "../support/simulations.ts";

type Who = Awaited<ReturnType<TestApp["register"]>>;

const services = testServices("postgres");
let api: TestApp;
let worker: Awaited<ReturnType<TestApp["startWorker"]>>;
/** Contents of the proposals made, the newest last. */
const made: ReportContent[] = [];
beforeAll(async () => {
  api = await openApp(services);
  worker = await api.startWorker({
    reports: {
      render: async (kind, content) => {
        if (kind === "proposal") made.push(content);
        return Buffer.from(`%PDF ${kind}`);
      },
    },
  });
});
afterAll(async () => {
  await worker.close();
  await api.close();
});

async function subscriber(): Promise<Who> {
  const who = await api.register();
  await api.dataSource.query(
    "INSERT INTO subscriptions (id, user_id, product_slug, status) VALUES ($1, $2, 'geotrim', 'active')",
    [randomUUID(), who.user.id],
  );
  return who;
}

const BRAND = { company: "Ingeniería Ñandú, S. L.", accent: "#7A1F2B", text: "Gracias por su confianza." };
const LOGO = png().toString("base64");
const in30Days = dayInSpain(new Date(Date.now() + 30 * 24 * 3_600_000));
const PROPOSAL = { client: "Forjas del Sur, S. A.", site: "Nave 1", validUntil: in30Days };

const keep = (as: Who, brand: object = BRAND) => api.call("PUT", "/api/brand", { as, body: brand });
const kept = async (as: Who) => (await api.call("GET", "/api/brand", { as })).json().data;
const propose = (as: Who, id: string, proposal: object = PROPOSAL) =>
  api.call("POST", `/api/simulations/${id}/proposal`, { as, body: proposal });

async function simulationOf(as: Who): Promise<string> {
  const { id } = (await api.call("POST", "/api/simulations", { as, body: { inputParameters: newInput() } })).json()
    .data;
  const run = await worker.pool.nextRun();
  run.finish(sampleOutput(run.request));
  await eventually(
    async () => (await api.call("GET", `/api/simulations/${id}`, { as })).json().data.status === "completed",
  );
  return id;
}

async function done(as: Who, id: string) {
  await eventually(
    async () => (await api.call("GET", `/api/reports/${id}`, { as })).json().data.status === "completed",
  );
  return (await api.call("GET", `/api/reports/${id}`, { as })).json().data;
}

describe("the brand of an account", () => {
  test("a subscriber's brand is kept as it was sent, replaced by the next one, and shown to nobody else", async () => {
    const who = await subscriber();
    expect(await kept(who)).toBeNull();
    for (const brand of [{ ...BRAND, logo: LOGO }, { ...BRAND, logo: JPEG.toString("base64") }, BRAND]) {
      expect((await keep(who, brand)).json().data).toEqual(brand);
      expect(await kept(who)).toEqual(brand);
    }
    expect(await kept(await api.register())).toBeNull();
  });

  test("a brand and a proposal are for subscribers: others are told so, and nothing is kept", async () => {
    const who = await api.register();
    const id = await simulationOf(who);
    for (const answer of [await keep(who), await propose(who, id)])
      expectRefusal(answer, { status: 402, code: "SUBSCRIPTION_REQUIRED" });
    expect(await kept(who)).toBeNull();
    expect(await api.dataSource.query("SELECT 1 FROM reports WHERE user_id = $1", [who.user.id])).toEqual([]);
  });

  test.each([
    ["a text", Buffer.from("<svg onload=alert(1)>"), "PNG o JPEG"],
    ["nothing but a signature", png().subarray(0, 8), "dañado"],
    ["a PNG cut short", png().subarray(0, -20), "dañado"],
    ["a PNG whose pixels are missing", png({ rows: Buffer.alloc(10) }), "dañado"],
    ["a PNG that inflates to more than its size", png({ rows: Buffer.alloc(50_000_000) }), "dañado"],
    ["a PNG with an unknown filter", png({ rows: Buffer.alloc((1 + 40 * 4) * 24, 9) }), "dañado"],
    ["an interlaced PNG", png({ interlaced: 1 }), "no se admite"],
    ["a PNG of 16 bits", png({ depth: 16 }), "no se admite"],
    ["a PNG of more pixels than a logo has", png({ width: 2000, height: 2000, rows: Buffer.alloc(1) }), "píxeles"],
    ["a PNG too small to be seen", png({ width: 4 }), "píxeles"],
    ["a JPEG cut short", JPEG.subarray(0, 200), "dañado"],
    ["a JPEG for the press", patched(JPEG, FRAME, 9, [4]), "no se admite"],
    ["a JPEG without loss", patched(JPEG, FRAME, 1, [0xc3]), "no se admite"],
    ["a JPEG of more pixels than a logo has", patched(JPEG, FRAME, 5, [0xff, 0xff, 0xff, 0xff]), "píxeles"],
    ["more bytes than a logo has", Buffer.concat([png(), Buffer.alloc(149_990)]), "como mucho"],
  ])("a logo that is %s is refused with the reason", async (_, image, reason) => {
    const answer = await keep(await subscriber(), { ...BRAND, logo: image.toString("base64") });
    expectRefusal(answer, { status: 400, code: "INVALID_INPUT", field: "logo", error: new RegExp(reason) });
  });

  test.each([
    [{ accent: "#F5A524" }, "accent", "demasiado claro"],
    [{ accent: "red" }, "accent", "#RRGGBB"],
    [{ company: "" }, "company", "obligatorio"],
    [{ company: "  " }, "company", "obligatorio"],
    [{ text: "a\nb" }, "text", "una línea"],
  ])("a brand of %j is refused with the reason", async (part, field, reason) => {
    const answer = await keep(await subscriber(), { ...BRAND, ...part });
    expectRefusal(answer, { status: 400, code: "INVALID_INPUT", field, error: new RegExp(reason) });
  });
});

describe("a proposal", () => {
  test("a proposal bears brand, client, site and date, is the same when asked twice, and is made anew when they change", async () => {
    const who = await subscriber();
    const id = await simulationOf(who);
    expectRefusal(await propose(who, id), { status: 409, code: "BRAND_MISSING" });
    await keep(who, { ...BRAND, logo: LOGO });
    const first = (await propose(who, id)).json().data;
    const report = await done(who, first.id);
    expect(report).toMatchObject({ kind: "proposal", fileName: expect.stringMatching(/^propuesta-.*\.pdf$/) });
    const { proposal, simulation } = made.at(-1)!;
    expect(proposal).toMatchObject({ ...PROPOSAL, company: BRAND.company, accent: BRAND.accent, text: BRAND.text });
    expect(Buffer.from(proposal!.logo!).toString("base64")).toBe(LOGO);
    expect(simulation).toMatchObject({ name: null, site: PROPOSAL.site });
    const file = await api.call("GET", `/api/reports/${first.id}/download`, { as: who });
    expect(file.text).toBe("%PDF proposal");

    const count = made.length;
    expect((await propose(who, id)).json().data.id).toBe(first.id);
    await keep(who, { ...BRAND, logo: LOGO });
    expect((await propose(who, id)).json().data.status).toBe("completed");
    expect(made).toHaveLength(count);
    await keep(who, { ...BRAND, company: "Otra, S. L." });
    await done(who, (await propose(who, id)).json().data.id);
    await done(who, (await propose(who, id, { ...PROPOSAL, client: "Otro cliente" })).json().data.id);
    expect(made.slice(count).map(({ proposal }) => [proposal!.company, proposal!.client])).toEqual([
      ["Otra, S. L.", PROPOSAL.client],
      ["Otra, S. L.", "Otro cliente"],
    ]);
  });

  test.each([
    [{ validUntil: "2020-01-01" }, "validUntil"],
    [{ validUntil: "2999-01-01" }, "validUntil"],
    [{ validUntil: "mañana" }, "validUntil"],
    [{ client: "" }, "client"],
    [{ site: "  " }, "site"],
    [{ site: "x".repeat(121) }, "site"],
  ])("a proposal with %j is refused", async (part, field) => {
    const who = await subscriber();
    await keep(who);
    const answer = await propose(who, randomUUID(), { ...PROPOSAL, ...part });
    expectRefusal(answer, { status: 400, code: "INVALID_INPUT", field });
  });

  test("a proposal is made of one's own simulations alone", async () => {
    const id = await simulationOf(await api.register());
    const other = await subscriber();
    await keep(other);
    expectRefusal(await propose(other, id), { status: 404, code: "SIMULATION_NOT_FOUND" });
  });
});
