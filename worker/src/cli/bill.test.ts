import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import { commandArgs } from "../../../tests/support/commands.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "bill-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs the command in a separate process, whose environment holds only the PATH. */
function bill(content: unknown) {
  const file = join(folder, "bill.json");
  writeFileSync(file, JSON.stringify(content));
  const { status, stdout } = spawnSync(process.execPath, commandArgs("bill", file), {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? "" },
    encoding: "utf8",
  });
  return { code: status, answer: JSON.parse(stdout) };
}

const MAY = {
  tariff: "3.0TD",
  zone: "baleares",
  first_day: "2026-05-01",
  last_day: "2026-05-31",
  issued: "2026-06-08",
  contracted_kw: { P1: 16, P2: 16, P3: 16, P4: 16, P5: 16, P6: 16 },
  lines: [
    { kind: "power", period: "P1", kw: 16, days: 31, eur_kw_day: "regulated", amount: 27.69 },
    { kind: "energy", period: "P2", kwh: 28, eur_kwh: 0.198752 },
  ],
  status: "partial",
};

describe("npm run bill", () => {
  test("npm run bill prints lines, taxes and total, and each difference with its likely cause in words", () => {
    const { code, answer } = bill(MAY);
    expect(code).toBe(0);
    expect(answer).toMatchObject({
      lines: [
        { kind: "power", period: "P1", amount: 27.69 },
        { kind: "energy", period: "P2", amount: 5.57 },
      ],
      electricity_tax: { base: 33.26, amount: 1.7 },
      vat: { name: "IVA", base: 34.96, amount: 7.34 },
      total: 42.3,
      differences: [],
      warnings: [],
    });
    const dearer = bill({ ...MAY, last_day: "2026-06-14", lines: [{ ...MAY.lines[0], amount: 28.58 }] });
    expect(dearer.code).toBe(0);
    expect(dearer.answer).toMatchObject({
      differences: [
        {
          kind: "power",
          period: "P1",
          printed: 28.58,
          ours: 27.69,
          cause: "proration",
          sentence: "El importe sale con otro número de días: compruebe el prorrateo.",
        },
      ],
      warnings: [{ code: "long_bill", sentence: "La factura abarca 45 días, más de un mes: compruebe las fechas." }],
    });
  });

  test("npm run bill refuses a bad figure by its field, with exit code 2", () => {
    const { code, answer } = bill({ ...MAY, max_kw: { P2: -1 } });
    expect(code).toBe(2);
    expect(answer).toEqual({
      error: {
        code: "INVALID_INPUT",
        field: "max_kw.P2",
        message: "El maxímetro debe estar entre 0 y 2.000.000\u00a0kW.",
      },
    });
  });
});
