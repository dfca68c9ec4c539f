/**
 * `npm run -s simulate -- case.json [--load curve] [--pv curve] [--hourly out.csv] [--scenarios n] [--finance terms.json]`:
 * one simulation from a file, without any service.
 */
import { writeFile } from "node:fs/promises";
import { parseArgs } from "node:util";
import { AppError } from "@ecotrim/contracts/errors";
import { formatNumber } from "@ecotrim/contracts/numbers";
import { type CaseRequest, readCaseFile } from "@ecotrim/contracts/simulations/case-file";
import { FinanceTermsInput } from "@ecotrim/contracts/simulations/finance-terms";
import { type EngineProgress, percentAt } from "@ecotrim/contracts/simulations/progress";
import { validate } from "@ecotrim/contracts/validation";
import { storedSeries } from "@ecotrim/curves/stored-series";
import { financingOf } from "@ecotrim/engine/economics/ways";
import { runSimulation } from "@ecotrim/engine/simulate";
import { LEAST_SCENARIOS } from "@ecotrim/engine/studies/uncertainty/summary";
import { type SimulationOutput, simulationOutput } from "@ecotrim/present/results/results";
import { verdictOf } from "@ecotrim/present/results/verdict";
import { hourlyCsv } from "@ecotrim/present/simulations/hourly-csv";
import { fastFirst } from "../solver/fast-first.ts";
import { createHighsSolver } from "../solver/highs-solver.ts";
import { printAnswer, readJsonFile } from "./command.ts";
import { type ReadCurves, readCurves } from "./curve-files.ts";
import { solveScenarioStudy } from "./scenarios.ts";

const USAGE =
  "Uso: npm run -s simulate -- caso.json [--load curva] [--pv curva] [--hourly salida.csv] [--scenarios número] [--finance condiciones.json]";
const MOST_SCENARIOS = 1_000_000;

async function simulate({ input, series, solver }: CaseRequest): Promise<SimulationOutput> {
  const highs = await createHighsSolver();
  try {
    const solve = solver === "fast" ? fastFirst(highs.solve) : highs.solve;
    return simulationOutput(await runSimulation({ input, series }, { solve, ...(input.supply && { onProgress }) }));
  } finally {
    highs.dispose();
  }
}

/** Percent that was told last. */
let told = 0;

/** Powers and operation under a contract take many seconds, a case of energy alone next to none. */
const onProgress = ({ stage, fraction }: EngineProgress): void => {
  const percent = percentAt(stage, fraction);
  if (percent <= told) return;
  told = percent;
  console.error(`${percent} %`);
};

async function write(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (cause) {
    throw new AppError("INVALID_INPUT", { message: `No se puede escribir el archivo «${path}».`, cause });
  }
}

interface Command {
  path: string;
  load: string | undefined;
  pv: string | undefined;
  hourly: string | undefined;
  scenarios: number | undefined;
  finance: string | undefined;
}

function commandLine(): Command {
  const { options, path } = readArguments();
  const { load, pv, hourly, finance } = options;
  const scenarios = options.scenarios === undefined ? undefined : Number(options.scenarios);
  if (pv !== undefined && load === undefined) throw new AppError("INVALID_INPUT", { message: USAGE });
  if (scenarios === undefined || isCount(scenarios)) return { path, load, pv, hourly, scenarios, finance };
  const whole = (value: number) => formatNumber(value, { decimals: 0 });
  throw new AppError("INVALID_INPUT", {
    field: "scenarios",
    message: `El número de escenarios debe ser un entero entre ${whole(LEAST_SCENARIOS)} y ${whole(MOST_SCENARIOS)}.`,
  });
}

const isCount = (value: number): boolean =>
  Number.isInteger(value) && value >= LEAST_SCENARIOS && value <= MOST_SCENARIOS;

function readArguments() {
  try {
    const { values: options, positionals } = parseArgs({
      options: {
        load: { type: "string" },
        pv: { type: "string" },
        hourly: { type: "string" },
        scenarios: { type: "string" },
        finance: { type: "string" },
      },
      allowPositionals: true,
    });
    const [path] = positionals;
    if (path !== undefined && positionals.length === 1) return { options, path };
  } catch {
    // An unknown option gets the same answer as a missing file.
  }
  throw new AppError("INVALID_INPUT", { message: USAGE });
}

/** The case of a file with measured curves, whose period and step are theirs. */
function requestOf(content: unknown, { curves, contents }: ReadCurves): CaseRequest {
  // Content that is no case is refused where cases are read.
  if (typeof content !== "object" || content === null) return readCaseFile(content);
  const { inputParameters, ...file } = content as { inputParameters?: object };
  const ofCurves = { start_date: undefined, end_date: undefined, time_step_duration: undefined };
  const request = readCaseFile({ ...file, inputParameters: { ...inputParameters, ...ofCurves } }, curves);
  return { ...request, series: { ...request.series, ...storedSeries(request.input, contents) } };
}

async function main() {
  const { path, load, pv, hourly, scenarios, finance } = commandLine();
  const content = await readJsonFile(path);
  const terms = finance === undefined ? undefined : validate(FinanceTermsInput, await readJsonFile(finance));
  const measured = load === undefined ? undefined : await readCurves(load, pv);
  const request = measured ? requestOf(content, measured) : readCaseFile(content);
  const { results, hourly: dispatch } = await simulate(request);
  if (hourly !== undefined) await write(hourly, hourlyCsv(dispatch));
  const study =
    scenarios === undefined
      ? undefined
      : await solveScenarioStudy(request, results, scenarios, { tell: console.error });
  const verdict = verdictOf({
    basis: results,
    contractKind: request.input.tariff.contractKind,
    risk: study
      ? {
          scenarios: study.count,
          probability: study.probability_npv_positive,
          contracts: study.contract_probabilities,
          isComing: false,
        }
      : null,
    driver: study?.driver ?? null,
  });
  return {
    verdict,
    ...results,
    ...(study !== undefined && { scenarios: study }),
    ...(terms !== undefined && { financing: financingOf(results, terms) }),
  };
}

process.exitCode = await printAnswer(main);
