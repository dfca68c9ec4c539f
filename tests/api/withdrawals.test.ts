import { randomUUID } from "node:crypto";
import { withdrawalReference } from "@ecotrim/contracts/withdrawal/declaration";
import { WITHDRAWAL_RULES } from "@ecotrim/present/withdrawal";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { expectRefusal, newPerson, openApp, type TestApp } from "../support/app.ts";
import { testServices } from "../support/services.ts";
import { eventually } from "../support/simulations.ts";

const services = testServices("postgres");
let api: TestApp;
let worker: Awaited<ReturnType<TestApp["startWorker"]>>;
beforeAll(async () => {
  // Each test declares from its own address, so that no test uses up another's rate limit.
  api = await openApp(services, { settings: { TRUST_PROXY: "1" } });
  worker = await api.startWorker();
});
afterAll(async () => {
  await worker.close();
  await api.close();
});

const query = (sql: string, parameters: unknown[] = []) => api.dataSource.query(sql, parameters);
const newDeclaration = () => ({
  id: randomUUID(),
  name: "Núria Pons",
  email: newPerson().email,
  contract: "Informe premium · Planta Norte, pedido el 28/11/2026",
  message: "Compré el informe equivocado.",
});
type Declaration = ReturnType<typeof newDeclaration>;

let addresses = 0;
const newAddress = () => `10.1.0.${++addresses}`;
const declare = (body: object, { as, from = newAddress() }: { as?: { token: string }; from?: string } = {}) =>
  api.call("POST", "/api/withdrawals", { body, headers: { "x-forwarded-for": from }, ...(as && { as }) });
const rowsOf = ({ email }: Pick<Declaration, "email">) => query("SELECT * FROM withdrawals WHERE email = $1", [email]);
const mailsOf = ({ id }: Pick<Declaration, "id">) =>
  query("SELECT kind, address FROM mails WHERE subject_id = $1 ORDER BY kind", [id]);
const sent = async ({ id }: Pick<Declaration, "id">) => {
  await eventually(
    async () => (await query("SELECT 1 FROM mails WHERE subject_id = $1 AND settled_at IS NULL", [id])).length === 0,
  );
  return api.outbox.filter(({ subject }) => subject.includes(withdrawalReference(id)));
};

describe("a withdrawal from a contract", () => {
  test("a withdrawal is stored, and acknowledged by mail with what it says and when it came; the company is told", async () => {
    const declared = newDeclaration();
    const answer = (await declare(declared)).json();
    expect(answer).toMatchObject({ success: true, data: { id: declared.id }, message: expect.stringMatching(/acuse/) });
    const [row] = await rowsOf(declared);
    expect(row).toMatchObject({ user_id: null, contract: declared.contract, message: declared.message });
    expect(answer.data.receivedAt).toBe(row.created_at.toISOString());

    const mails = await sent(declared);
    const receipt = mails.find(({ to }) => to === declared.email);
    const notice = mails.find(({ to }) => to === api.env.CONTACT_EMAIL);
    expect(mails).toHaveLength(2);
    const at = new Intl.DateTimeFormat("es-ES", {
      dateStyle: "long",
      timeStyle: "short",
      timeZone: "Europe/Madrid",
    }).format(row.created_at);
    for (const mail of [receipt, notice])
      for (const text of [declared.name, declared.email, declared.contract, declared.message, at])
        expect(mail?.text).toContain(text);
    expect(receipt?.subject).toMatch(/^Acuse de recibo/);
    for (const rule of Object.values(WITHDRAWAL_RULES)) expect(receipt?.text).toContain(rule);
    expect(notice?.replyTo).toBe(declared.email);
  });

  test("a withdrawal sent twice, at once or later, is one and is acknowledged once", async () => {
    const declared = newDeclaration();
    const answers = await Promise.all([declare(declared), declare(declared)]);
    answers.push(await declare(declared));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await rowsOf(declared)).toHaveLength(1);
    expect(await mailsOf(declared)).toEqual([
      { kind: "withdrawal", address: api.env.CONTACT_EMAIL },
      { kind: "withdrawal-receipt", address: declared.email },
    ]);
  });

  test("a withdrawal under another's identifier is refused and shows nothing of it", async () => {
    const declared = newDeclaration();
    await declare(declared);
    const answer = await declare({ ...declared, name: "Otra persona" });
    expectRefusal(answer, { status: 409, code: "IDEMPOTENCY_CONFLICT" });
    expect(answer.text).not.toContain("Núria");
    expect(await rowsOf(declared)).toMatchObject([{ name: "Núria Pons" }]);
  });

  test.each(["name", "email", "contract"])("a withdrawal without %s is refused with its name", async (field) => {
    for (const value of [undefined, "  "])
      expectRefusal(await declare({ ...newDeclaration(), [field]: value }), {
        status: 400,
        code: "INVALID_INPUT",
        field,
        error: /^Por favor completa todos los campos obligatorios\.$/,
      });
  });

  test("a withdrawal by a program that fills in the hidden field is dropped, as if it had come", async () => {
    const declared = newDeclaration();
    const answer = await declare({ ...declared, website: "spam" });
    expect(answer.json()).toMatchObject({ success: true, data: { receivedAt: expect.any(String) } });
    expect(await rowsOf(declared)).toEqual([]);
  });

  test("a withdrawal is mailed as text, never as markup", async () => {
    const declared = { ...newDeclaration(), name: "<b>Ana</b>", contract: "<img src=x onerror=alert(1)>" };
    await declare(declared);
    for (const { html } of await sent(declared)) {
      expect(html).toContain("&lt;img src=x onerror=alert(1)&gt;");
      expect(html).not.toMatch(/<img|<b>/);
    }
  });

  test("withdrawals are taken ten times an hour from one address", async () => {
    const from = newAddress();
    for (let count = 0; count < 10; count++) expect((await declare({}, { from })).status).toBe(400);
    expectRefusal(await declare(newDeclaration(), { from }), { status: 429, code: "RATE_LIMITED" });
    expect((await declare(newDeclaration())).status).toBe(200);
  });
});

test("one person is mailed five receipts an hour, from however many addresses they are declared", async () => {
  const person = newPerson();
  const as = await api.register(person);
  const declaration = () => ({ ...newDeclaration(), email: person.email });
  const declared = [declaration(), declaration(), declaration(), declaration(), declaration()];
  for (const body of declared) expect((await declare(body)).status).toBe(200);
  const refused = declaration();
  const upper = { ...refused, email: person.email.toUpperCase() };
  for (const body of [refused, upper])
    expectRefusal(await declare(body), {
      status: 429,
      code: "RATE_LIMITED",
      error: /^A esta dirección ya le hemos escrito varias veces\. Espere unos \d+ minutos/,
    });
  expect(await rowsOf(person)).toHaveLength(5);
  // One sent again is mailed no more, and strangers do not keep the owner from declaring.
  expect((await declare(declared[0] as Declaration)).status).toBe(200);
  expect((await declare(refused, { as })).status).toBe(200);
});

test("a name that turns the direction of reading stands in a withdrawal as it reads", async () => {
  const declared = newDeclaration();
  await declare({ ...declared, name: "Núria \u202esnoP\u202c", contract: "Informe\u2066 premium\u2069" });
  expect(await rowsOf(declared)).toMatchObject([{ name: "Núria snoP", contract: "Informe premium" }]);
  expectRefusal(await declare({ ...newDeclaration(), contract: "Informe\nBcc: eva@example.org" }), {
    status: 400,
    code: "INVALID_INPUT",
    field: "contract",
    error: /^El contrato o pedido debe caber en una línea, sin caracteres de control\.$/,
  });
});

test("a withdrawal sent from an account is among its data, and outlives it as proof", async () => {
  const person = newPerson();
  const as = await api.register(person);
  const declared = newDeclaration();
  await declare(declared, { as });
  const data = (await api.call("GET", "/api/auth/export", { as })).json();
  expect(data.withdrawals).toMatchObject([{ contract: declared.contract, name: declared.name }]);
  const body = { password: person.password };
  expect((await api.call("DELETE", "/api/auth/account", { as, body })).status).toBe(200);
  expect(await rowsOf(declared)).toMatchObject([{ user_id: null, contract: declared.contract }]);
  expect(await sent(declared)).toHaveLength(2);
});
