import { test } from "vitest";
import {
  answerUpTo,
  button,
  chooseBattery,
  DESKTOP,
  expect,
  field,
  goOn,
  newAnswers,
  openPart,
  STEP_PATH,
  STUDY_LIMIT_MS,
  sidewaysScroll,
  testSite,
} from "../support/browser.ts";

const site = testSite();

/** What a spreadsheet puts on the clipboard: a row a month, a column a period. */
const TABLE = Array.from({ length: 12 }, () => Array(6).fill("700").join("\t")).join("\n");

const SIZES = [
  { ...DESKTOP, screens: 2 },
  { width: 390, height: 844, screens: 4 },
];

test(
  "a consultant types six powers and pastes maximeters, and sees powers, months and excess at both sizes",
  async () => {
    await site.work({ studies: "none" });
    // A small battery is soon solved.
    const answers = newAnswers({ generation: "100" });
    const page = await site.visit();
    await answerUpTo(page, 4, answers);
    await field(page, 4).fill(answers.monthly);
    await page.getByText("Tengo la factura a mano").click();
    const powers = page.getByRole("group", { name: /^La de cada periodo/ });
    for (const period of ["P1", "P2", "P3", "P4", "P5", "P6"])
      await powers.getByRole("textbox", { name: period }).fill("600");
    await page.getByText("Maxímetros", { exact: true }).click();
    await page.getByRole("textbox", { name: "Maxímetro: ene, P1" }).evaluate((cell, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData("text", text);
      cell.dispatchEvent(new ClipboardEvent("paste", { clipboardData, bubbles: true, cancelable: true }));
    }, TABLE);
    await expect(page.getByRole("textbox", { name: "Maxímetro: dic, P6" })).toHaveValue("700");
    await goOn(page, 5);
    await chooseBattery(page);
    await button(page, "Continuar").click();
    await page.waitForURL(`**${STEP_PATH(6)}`);

    await expect(button(page, "Accede al informe completo")).toBeVisible({ timeout: STUDY_LIMIT_MS });
    for (const { screens, ...size } of SIZES) {
      await page.setViewportSize(size);
      await openPart(page, "Dinero");
      const part = page.getByRole("tabpanel", { name: "Dinero" });
      const { height } = (await part.boundingBox())!;
      expect(height).toBeLessThanOrEqual(screens * size.height);
      await expect(page.getByRole("row", { name: /^P1 600 / })).toBeVisible();
      await expect(page.getByRole("img", { name: /^Factura por mes\./ })).toBeVisible();
      const months = page.getByText("Excesos, y la factura mes a mes por concepto");
      await months.click();
      await page.getByRole("radiogroup", { name: "Potencias de la factura" }).getByText("Ahora").click();
      await expect(page.getByRole("region", { name: "Tabla: exceso de cada mes" }).getByRole("row")).toHaveCount(14);
      expect(await sidewaysScroll(page)).toBe(0);
      await months.click();
    }
  },
  2 * STUDY_LIMIT_MS,
);
