/** `npm run -s simulate -- case.json [--hourly out.csv]`: one simulation from a file, without any service. */
import { readFile, writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import type { DispatchSolution, SolveDispatch } from "@ecotrim/shared/engine/dispatch";
import { runSimulation, type SimulationOutput } from "@ecotrim/shared/engine/simulation";
import { solveByValueFunction } from "@ecotrim/shared/engine/value-function-solver";
import { AppError } from "@ecotrim/shared/errors";
import { readCase } from "@ecotrim/shared/simulations/case";
import { hourlyCsv } from "@ecotrim/shared/simulations/hourly-csv";
import { createHighsSolver } from "../solver/highs-solver.ts";

const EXIT = { ok: 0, notSolvable: 1, badInput: 2 } as const;
const USAGE = "Uso: npm run -s simulate -- caso.json [--hourly salida.csv]";

async function simulate(path: string): Promise<SimulationOutput> {
  const { input, series, solver } = readCase(parseJson(await read(path)));
  const highs = await createHighsSolver();
  try {
    return await runSimulation({ input, series }, { solve: solver === "fast" ? fastFirst(highs.solve) : highs.solve });
  } finally {
    highs.dispose();
  }
}

/** The exact fast solver; problems it cannot do go to the other one. */
const fastFirst =
  (solveOther: SolveDispatch): SolveDispatch =>
  async (problems) => {
    const solutions: DispatchSolution[] = [];
    for (const problem of problems) {
      const started = performance.now();
      const fast = solveByValueFunction(problem);
      const milliseconds = performance.now() - started;
      solutions.push(...(fast.ok ? [{ ...fast.solution, milliseconds }] : await solveOther([problem])));
    }
    return solutions;
  };

async function read(path: string): Promise<string> {
  try {
    return await readFile(path, "utf8");
  } catch (cause) {
    throw new AppError("INVALID_INPUT", { message: `No se puede leer el archivo «${path}».`, cause });
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new AppError("INVALID_JSON", { message: "El archivo no es un JSON válido.", cause });
  }
}

function commandLine(): { path: string; hourly: string | undefined } {
  try {
    const { values: options, positionals } = parseArgs({
      options: { hourly: { type: "string" } },
      allowPositionals: true,
    });
    const [path] = positionals;
    if (path !== undefined && positionals.length === 1) return { path, hourly: options.hourly };
  } catch {
    // An unknown option is answered like a missing file.
  }
  throw new AppError("INVALID_INPUT", { message: USAGE });
}

async function main(): Promise<number> {
  try {
    const { path, hourly } = commandLine();
    const { results, hourly: dispatch } = await simulate(path);
    if (hourly !== undefined) await writeFile(hourly, hourlyCsv(dispatch));
    process.stdout.write(`${JSON.stringify(results)}\n`);
    return EXIT.ok;
  } catch (error) {
    const known = error instanceof AppError ? error : new AppError("INTERNAL", { cause: error });
    if (known.status >= 500) console.error(error);
    const { code, message, field } = known;
    process.stdout.write(`${JSON.stringify({ error: { code, message, ...(field ? { field } : {}) } })}\n`);
    return known.status === 400 ? EXIT.badInput : EXIT.notSolvable;
  }
}

process.exitCode = await main();
