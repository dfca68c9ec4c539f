import type { Page } from "playwright";
import { describe, test } from "vitest";
import {
  type Answers,
  answerUpTo,
  back,
  button,
  chooseBattery,
  expect,
  field,
  goOn,
  heading,
  newAnswers,
  STEP_PATH,
  tabTo,
  testSite,
} from "../support/browser.ts";

const site = testSite();

const HOME = "¿Cuánto ahorraría su fábrica con una batería?";
const INTRO = "Calculadora hibridación Industrial";
const QUESTIONS: Record<number, string> = {
  2: "¿Qué tamaño tiene su instalación fotovoltaica?",
  3: "¿Cómo consume su empresa?",
  4: "¿Cuánto gasta al mes en energía?",
  5: "¿Qué batería quiere simular?",
};

/** Types the answers of steps 2 to 4, and stands at the batteries. */
async function typeAnswers(page: Page, { generation, average, monthly, type, weekend }: Answers): Promise<void> {
  await page.goto("/nueva-simulacion");
  await page.waitForURL(`**${STEP_PATH(2)}`);
  await field(page, 2).fill(generation);
  await goOn(page, 3);
  if (type) await page.getByRole("radio", { name: type }).click();
  if (weekend) await page.getByRole("radio", { name: weekend, exact: true }).click();
  await field(page, 3).fill(average);
  await goOn(page, 4);
  await field(page, 4).fill(monthly);
  await goOn(page, 5);
}

describe("addresses", () => {
  test("the intro makes the specification's claims and leads to step 2", async () => {
    const page = await site.visit("/calculadora");
    await expect(heading(page)).toHaveText(INTRO);
    for (const text of [
      "6 sencillos pasos",
      /Hasta un 40\s%/,
      "menos en su factura eléctrica",
      "Autonomía",
      "durante los cortes de suministro",
      "3 minutos",
    ])
      await expect(page.getByText(text)).toBeVisible();
    await expect(page.getByText(/Paso \d de 6/)).toHaveCount(0);
    await expect(back(page)).toHaveCount(0);
    await button(page, "Comenzar Simulación").click();
    await expect(heading(page)).toHaveText(QUESTIONS[2]!);
  });

  test("an unknown path shows Home, from which the calculator opens", async () => {
    const page = await site.visit("/no/existe");
    await expect(heading(page)).toHaveText(HOME);
    await page.getByRole("link", { name: "Acceder Gratis" }).click();
    await expect(heading(page)).toHaveText(INTRO);
  });

  test("every step says its number, takes the focus to its heading and has an arrow back to the one before", async () => {
    const page = await site.visit();
    await answerUpTo(page, 5, newAnswers());
    for (const step of [5, 4, 3, 2]) {
      await expect(page).toHaveURL(STEP_PATH(step));
      await expect(heading(page)).toHaveText(QUESTIONS[step]!);
      await expect(heading(page)).toBeFocused();
      await expect(page.getByText(`Paso ${step} de 6`, { exact: true })).toBeVisible();
      await back(page).click();
    }
    await expect(heading(page)).toHaveText(INTRO);
  });

  test("the browser's buttons move between the steps, and a reload keeps every answer", async () => {
    const answers = newAnswers({ type: "2 Turnos / 5 días", weekend: "No", monthly: "1234.56" });
    const page = await site.visit();
    await typeAnswers(page, answers);
    await page.goBack();
    await page.reload();
    await expect(field(page, 4)).toHaveValue("1.234,56");
    await page.goBack();
    await expect(field(page, 3)).toHaveValue(answers.average);
    await expect(page.getByRole("radio", { name: "2 Turnos / 5 días" })).toBeChecked();
    await expect(page.getByRole("radio", { name: "No", exact: true })).toBeChecked();
    await page.goForward();
    await expect(heading(page)).toHaveText(QUESTIONS[4]!);
  });

  test("a step whose predecessors are missing leads to the first incomplete one", async () => {
    const page = await site.visit(STEP_PATH(5));
    await expect(page).toHaveURL(STEP_PATH(2));
    for (const path of [STEP_PATH(3), STEP_PATH(6), "/calculadora/registro", "/calculadora/paso/99"]) {
      await page.goto(path);
      await expect(page).toHaveURL(STEP_PATH(2));
    }
    await answerUpTo(page, 4, newAnswers());
    await page.goto(STEP_PATH(6));
    await expect(page).toHaveURL(STEP_PATH(4));
    await page.goto("/calculadora/paso/tres");
    await expect(heading(page)).not.toHaveText(HOME);
  });

  test("/calculadora resumes an unfinished wizard", async () => {
    const page = await site.visit();
    await answerUpTo(page, 4, newAnswers());
    await page.goto("/calculadora");
    await expect(page).toHaveURL(STEP_PATH(4));
  });

  test("/nueva-simulacion forgets the answers and starts at step 2", async () => {
    const page = await site.visit();
    await answerUpTo(page, 5, newAnswers({ generation: "777" }));
    await page.goto("/nueva-simulacion");
    await expect(page).toHaveURL(STEP_PATH(2));
    await expect(field(page, 2)).toHaveValue("2.000");
    await page.goto(STEP_PATH(5));
    await expect(page).toHaveURL(STEP_PATH(2));
    await button(page, "Siguiente").click();
    await expect(field(page, 3)).toHaveValue("");
  });
});

describe("figures", () => {
  test("1250.5 kWp is read however it is written, and shown back", async () => {
    const answers = newAnswers();
    const page = await site.visit(STEP_PATH(2));
    const kwp = field(page, 2);
    for (const text of ["1.250,5", "1250.5", "1 250,5", " 1250,5 kWp", "1250,46"]) {
      await kwp.fill("");
      await kwp.fill(text);
      await expect(page.getByText("Entendido: 1.250,5 kWp", { exact: true }), text).toBeVisible();
      await kwp.blur();
      await expect(kwp, text).toHaveValue("1.250,5");
    }
    await goOn(page, 3);
    await field(page, 3).fill(answers.average);
    await goOn(page, 4);
    await field(page, 4).fill(answers.monthly);
    await goOn(page, 5);
    await chooseBattery(page);
    await button(page, "Continuar").click();
    await expect.poll(async () => (await site.stored(answers)).computations[0]?.input.pv_value).toBe(1250.5);
  });

  test("a monthly spend of 1234.56 is read however it is pasted, and the server holds twelve times as much", async () => {
    const answers = newAnswers();
    const page = await site.visit(undefined, { permissions: ["clipboard-read", "clipboard-write"] });
    await answerUpTo(page, 4, answers);
    const spend = field(page, 4);
    for (const text of ["1.234,56", "1234,56", "1,234.56", "1.234,56 €"]) {
      await page.evaluate((copied) => navigator.clipboard.writeText(copied), text);
      await spend.fill("");
      await spend.press("Control+V");
      await expect(page.getByText("Entendido: 1.234,56 € al mes"), text).toBeVisible();
      await spend.blur();
      await expect(spend, text).toHaveValue("1.234,56");
    }
    await expect(page.getByText(/^Equivale a [\d.,]+\s€\/MWh comprado de la red/)).toBeVisible();
    await goOn(page, 5);
    await chooseBattery(page);
    await button(page, "Continuar").click();
    await expect
      .poll(async () => (await site.stored(answers)).simulations.map(({ input }) => input.total_spending))
      .toEqual([14814.72]);
  });

  test("a text that is no number is refused with a sentence and is not sent", async () => {
    const page = await site.visit(STEP_PATH(2));
    await field(page, 2).fill("1e5");
    await field(page, 2).press("Enter");
    await expect(page.getByText("No se entiende «1e5» como un número.")).toBeVisible();
    await button(page, "Siguiente").click();
    await expect(field(page, 2)).toBeFocused();
    await expect(page).toHaveURL(STEP_PATH(2));
  });

  test("step 3 goes on only once the average is there; 0 is one", async () => {
    const page = await site.visit();
    await answerUpTo(page, 3, newAnswers());
    const average = field(page, 3);
    await expect(button(page, "Siguiente")).toBeDisabled();
    await average.fill("0");
    await expect(button(page, "Siguiente")).toBeEnabled();
    await average.fill("");
    await expect(button(page, "Siguiente")).toBeDisabled();
    await average.press("Enter");
    await expect(page).toHaveURL(STEP_PATH(3));
  });
});

describe("batteries", () => {
  const SELECTION = "**/api/ecotrim/battery_selection?*";

  test("the sizing rule is asked for with 0.17 of the installation and 4 hours, and nothing is chosen beforehand", async () => {
    const page = await site.visit();
    const asked = page.waitForRequest(SELECTION);
    await answerUpTo(page, 5, newAnswers({ generation: "1250,5", average: "250" }));
    expect(Object.fromEntries(new URL((await asked).url()).searchParams)).toEqual({
      pv_generation: "212,585",
      demand_load: "250",
      autonomy_hours: "4",
      pv_kwp: "1250,5",
      type: "constante",
      weekend: "true",
      total_spendings: "300000",
    });
    await expect(page.getByRole("radio")).toHaveCount(4);
    await expect(button(page, "Continuar")).toBeDisabled();
    await page.getByRole("radio", { name: /^Agresiva/ }).click();
    await expect(button(page, "Continuar")).toBeEnabled();
  });

  test("when the API fails the default batteries are offered, and asking again brings the real ones", async () => {
    const page = await site.visit();
    await page.route(SELECTION, (route) => route.fulfill({ status: 500, json: { success: false } }));
    await answerUpTo(page, 5, newAnswers());
    const message = page.getByText("No se pudo obtener datos desde la API. Usando valores predeterminados.");
    await expect(message).toBeVisible();
    for (const [name, size] of [
      [/^Conservadora/, /1\.000\skWh.*250\skW.*0,25C.*4\sh/],
      [/^Equilibrada\s*Recomendada/, /2\.000\skWh.*1\.000\skW.*0,5C.*2\sh/],
      [/^Agresiva/, /3\.000\skWh.*3\.000\skW.*1C.*1\sh/],
    ] as const)
      await expect(page.getByRole("radio", { name })).toHaveAccessibleName(size);
    await page.getByRole("radio", { name: /^Equilibrada/ }).click();
    await expect(button(page, "Continuar")).toBeEnabled();

    await page.unroute(SELECTION);
    await button(page, "Reintentar").click();
    await expect(message).toHaveCount(0);
    await expect(page.getByRole("radio", { name: /^Equilibrada/ })).toHaveAccessibleName(/VAN positivo: vale/);
    await expect(button(page, "Continuar")).toBeDisabled();
  });

  test("without an average, emptied in another tab, there are no recommendations", async () => {
    const page = await site.visit();
    await answerUpTo(page, 5, newAnswers());
    const other = await site.visit(STEP_PATH(3), { beside: page });
    await field(other, 3).fill("");
    await expect(heading(page)).toHaveText("Datos insuficientes");
    await expect(
      page.getByText("Se necesitan los valores de generación y demanda para calcular recomendaciones"),
    ).toBeVisible();
    await page.getByRole("link", { name: "Completar los datos" }).click();
    await expect(page).toHaveURL(STEP_PATH(3));
  });

  test.each(["the wizard's button", "the browser's button"])(
    "an average changed on the way back is the one computed, and other batteries are asked for (%s)",
    async (forward) => {
      const before = newAnswers({ monthly: "1234.56" });
      const after = { ...before, average: String(Number(before.average) / 4) };
      const page = await site.visit();
      await typeAnswers(page, before);
      await page.getByRole("radio", { name: /^Equilibrada/ }).click();
      await page.goBack();
      await page.goBack();
      await expect(field(page, 3)).toHaveValue(before.average);
      await field(page, 3).fill(after.average.replace(".", ","));

      const onward = (to: number) => (forward.includes("browser") ? page.goForward() : goOn(page, to));
      await onward(4);
      await expect(field(page, 4)).toHaveValue("1.234,56");
      const asked = page.waitForRequest(SELECTION);
      await onward(5);
      expect(new URL((await asked).url()).searchParams.get("demand_load")).toBe(after.average.replace(".", ","));
      // The battery chosen is not on offer any more.
      await expect(button(page, "Continuar")).toBeDisabled();
      await page.getByRole("radio", { name: /^Conservadora/ }).click();
      await button(page, "Continuar").click();

      await expect
        .poll(async () => (await site.stored(after)).computations[0]?.input)
        .toMatchObject({ demand_value: Number(after.average), total_spending: 14814.72, pv_value: 2000 });
      expect((await site.stored(before)).computations).toEqual([]);
    },
  );
});

test("every step is refined in place, and the simulation has what was refined", async () => {
  const answers = newAnswers();
  const page = await site.visit("/nueva-simulacion");
  await expect(heading(page)).toHaveText(QUESTIONS[2]!);
  await field(page, 2).fill("1,5 MW");
  await expect(page.getByText("1,5 MW = 1.500 kWp")).toBeVisible();
  await page.getByText("Afinar").click();
  await page.getByRole("combobox", { name: "Provincia de la instalación" }).selectOption("Sevilla");
  await expect(page.getByText("Provincia: Sevilla")).toBeVisible();
  await page.getByRole("textbox", { name: "Inclinación" }).fill("10");
  await page.getByRole("textbox", { name: "Orientación" }).fill("-90");
  await expect(page.getByText(/^Sevilla, plano este a 10°: 1\.\d{3}\skWh\/kWp al año/)).toBeVisible();
  await goOn(page, 3);

  await page.getByRole("radio", { name: "1 Turno / 5 días" }).click();
  await expect(page.getByRole("radio", { name: "No", exact: true })).toBeChecked();
  await page.getByRole("radio", { name: "kWh a la hora" }).click();
  await field(page, 3).fill(answers.average);
  await page.getByText("Afinar").click();
  await page.getByRole("checkbox", { name: "Mi factura ya descuenta la solar" }).check();
  await expect(page.getByText(/^Su fotovoltaica cubre unos [\d.]+\sMWh al año más/)).toBeVisible();
  await page.getByRole("checkbox", { name: "Mi factura ya descuenta la solar" }).uncheck();
  await goOn(page, 4);

  await field(page, 4).fill(answers.monthly);
  await page.getByRole("radio", { name: "Precio fijo por periodos" }).click();
  await page.getByRole("radio", { name: "3.0TD" }).click();
  await goOn(page, 5);

  await page.getByRole("radio", { name: /^Otra/ }).click();
  await page.getByRole("textbox", { name: "Capacidad" }).fill("1,5 MWh");
  await page.getByRole("textbox", { name: "Potencia" }).fill("750");
  await page.getByRole("textbox", { name: /^Precio de la oferta/ }).fill("480 k€");
  await button(page, "Continuar").click();

  await expect
    .poll(async () => (await site.stored(answers)).simulations[0]?.input)
    .toMatchObject({
      pv_value: 1500,
      province: "41",
      pv_tilt_deg: 10,
      pv_azimuth_deg: -90,
      shifts: 1,
      weekends: false,
      contract_kind: "fixed_by_period",
      tariff: "3.0TD",
      battery_capacity: 1500,
      max_charge_power: 750,
      capex_eur: 480_000,
    });
});

test("the whole wizard is done with the keyboard alone", async () => {
  const worker = await site.hold();
  const answers = newAnswers();
  const page = await site.visit("/calculadora");
  const type = async (step: 2 | 3 | 4, text: string) => {
    await tabTo(field(page, step));
    await page.keyboard.press("Control+A");
    await page.keyboard.type(text);
    await page.keyboard.press("Enter");
  };
  const heldUp = page.getByText("Corrija o confirme lo señalado para seguir.");

  await expect(heading(page)).toBeFocused();
  await tabTo(button(page, "Comenzar Simulación"));
  await page.keyboard.press("Enter");

  await expect(heading(page)).toHaveText(QUESTIONS[2]!);
  await type(2, "1500");

  await expect(heading(page)).toHaveText(QUESTIONS[3]!);
  await tabTo(page.getByRole("radio", { name: "24x7" }));
  await page.keyboard.press("ArrowDown");
  await expect(page.getByRole("radio", { name: "2 Turnos / 5 días" })).toBeChecked();
  await type(3, answers.average);

  await expect(heading(page)).toHaveText(QUESTIONS[4]!);
  await type(4, "240000");
  await expect(heldUp).toBeVisible();
  await tabTo(button(page, /^Usar 20\.000\s€ al mes/));
  await page.keyboard.press("Enter");
  await expect(field(page, 4)).toHaveValue("20.000");
  await tabTo(field(page, 4));
  await page.keyboard.press("Enter");
  if (await Promise.race([heldUp.waitFor().then(() => true), page.waitForURL(STEP_PATH(5)).then(() => false)])) {
    await tabTo(button(page, "Es correcto"));
    await page.keyboard.press("Enter");
    await tabTo(button(page, "Siguiente"));
    await page.keyboard.press("Enter");
  }

  await expect(heading(page)).toHaveText(QUESTIONS[5]!);
  await tabTo(page.getByRole("radio", { name: /^Conservadora/ }));
  await page.keyboard.press("Space");
  await tabTo(button(page, "Continuar"));
  await page.keyboard.press("Enter");

  const run = await worker.pool.nextRun();
  expect(run.request.input).toMatchObject({
    pv: { kwp: 1500 },
    load: { shifts: 2 },
    tariff: { spendingEurYear: 240_000 },
  });
  await expect(button(page, "Cancelar la simulación")).toBeVisible();
  await worker.finish(run);

  await expect(heading(page)).toHaveText(/^Ahorro anual con/);
  await expect(heading(page)).toBeFocused();
  await tabTo(button(page, "Ver tabla").first());
  await page.keyboard.press("Enter");
  await expect(page.getByRole("region", { name: "Tabla: Flujo de caja acumulado" })).toBeVisible();
  await tabTo(button(page, "Accede al informe completo"), "Shift+Tab");
  await page.keyboard.press("Enter");
  await expect(heading(page)).toHaveText("Completa tu registro");
  await expect(heading(page)).toBeFocused();
});
