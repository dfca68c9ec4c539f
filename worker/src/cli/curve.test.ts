import { spawnSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { commandArgs } from "../../../tests/support/commands.ts";

const ROOT = fileURLToPath(new URL("../../../", import.meta.url));
const FIXTURES = "shared/curves/fixtures";

/** Runs the command in a separate process, whose environment holds only the PATH. */
function curve(...options: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, commandArgs("curve", ...options), {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? "" },
    encoding: "utf8",
  });
  return { code: status, stdout, stderr };
}

describe("npm run curve", () => {
  test("npm run curve says in Spanish how files were read and what was repaired", () => {
    const { code, stdout } = curve(`${FIXTURES}/pico-tras-hueco.csv`, "--contracted-kw", "450");
    expect(code).toBe(0);
    expect(stdout.split("\n")).toEqual(
      expect.arrayContaining([
        "Leído como: CNMC, horas, kWh, fin de intervalo, hora peninsular.",
        "Compra a la red: 123.801\u00a0kWh.",
        "Ese reparto ha completado 6 intervalos.",
      ]),
    );
    expect(stdout).not.toMatch(/ES\d{4}/);
  });

  test("npm run curve --json prints one object, also of several files and of a refusal", () => {
    const both = curve(`${FIXTURES}/cnmc-marzo-23.csv`, `${FIXTURES}/potencias-maximas.csv`, "--json");
    expect(both.code).toBe(0);
    expect(JSON.parse(both.stdout)).toMatchObject({
      outcome: "ok",
      code: null,
      format: "cnmc",
      steps: 71,
      totals_kwh: { import: 9874.5 },
      repairs: { ignored_files: 1, dst_23h_days: 1, estimated: 3 },
      questions: [],
    });
    const refused = curve(`${FIXTURES}/solo-diario.csv`, "--json");
    expect(refused.code).toBe(2);
    expect(JSON.parse(refused.stdout)).toMatchObject({ outcome: "refused", code: "daily_only", format: "generic" });
  });

  test("npm run curve refuses what is no option and no file", () => {
    expect(curve("--kind", "wind", "a.csv")).toMatchObject({ code: 2, stdout: "" });
    expect(curve("no-such-file.csv")).toMatchObject({ code: 2, stdout: expect.stringMatching(/CSV/) });
  });
});
