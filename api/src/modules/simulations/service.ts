import { randomUUID } from "node:crypto";
import { AppError } from "@ecotrim/contracts/errors";
import type { Associate } from "@ecotrim/contracts/simulations/association";
import {
  checkContextAgrees,
  type GivenContext,
  inputFromContext,
  siteOf,
} from "@ecotrim/contracts/simulations/context";
import {
  caseOf,
  completeInput,
  type GivenCurves,
  type SimulationInput,
  stepsOf,
  VISITOR_STEPS,
  withContract,
} from "@ecotrim/contracts/simulations/input";
import type {
  CreatedSimulation,
  CreateSimulation,
  SimulationRecord,
  StudyRuns,
} from "@ecotrim/contracts/simulations/record";
import type { Results } from "@ecotrim/contracts/simulations/result";
import type { Verdict } from "@ecotrim/contracts/simulations/verdict";
import { verdictFacts, verdictOf } from "@ecotrim/present/results/verdict";
import { batteryName } from "@ecotrim/present/simulations/battery-name";
import { columnsOf } from "@ecotrim/server/db/columns";
import { ComputationEntity } from "@ecotrim/server/db/entities/computation";
import { type Simulation, SimulationEntity } from "@ecotrim/server/db/entities/simulation";
import { siteNameOf, UserSimulationEntity } from "@ecotrim/server/db/entities/user-simulation";
import { sendSignal } from "@ecotrim/server/events/signals";
import { logContext } from "@ecotrim/server/observability/log-context";
import { endUnwanted, lockSimulations } from "@ecotrim/server/simulations/locks";
import { shownStudies } from "@ecotrim/server/studies/catalogue";
import { readStudies, STUDIES_OF_COMPUTATION } from "@ecotrim/server/studies/studies";
import { type Asker, keyHashOf } from "../../asker.ts";
import { canonical } from "../../canonical.ts";
import { newAccessToken, opens, repeatableAccessToken, sha256 } from "../../capability.ts";
import type { Deps, Transaction } from "../../deps.ts";
import { CLAIM_CURVES, givenCurves } from "../curves/service.ts";
import { requireInstallation } from "../installations/service.ts";
import {
  type Asked,
  type ComputationState,
  createComputation,
  enqueueComputation,
  type FirstRow,
  findCompleted,
  joinComputation,
  positionOf,
  retryAfterOf,
  reviveComputation,
} from "./computations.ts";
import { noteOpened, noteStillOpen } from "./opened.ts";
import { isOwn, isUnderWay, recordOf, type SimulationHead, type SimulationRow, statusOf } from "./record.ts";

export type { SimulationHead, SimulationRow };
/** Other modules import from this file only. */
export { enqueueComputation, noteOpened, noteStillOpen, recordOf, retryAfterOf };

/** A new row and the computation it waits for. */
export interface NewSimulation extends CreatedSimulation {
  computation: ComputationState;
}

/** Access to a row: its id, with the access token or the user whose list holds it. */
export interface Capability extends Asker {
  id: string;
  accessToken?: string | undefined;
}

/** Who asks for a run, with the access tokens of the curves it is to use. */
interface CurveAsker extends Asker {
  curveTokens?: string | undefined;
}

/** The creator of a row (a user, else an address), and the idempotency key of the request, which is theirs alone. */
export interface Caller extends CurveAsker {
  idempotencyKey?: string | undefined;
}

/** @throws AppError INVALID_INPUT naming the field by its path in the request. */
function askedAt(path: string, parameters: SimulationInput, curves: GivenCurves, contractPath = path): Asked {
  try {
    const payload = completeInput(parameters, curves);
    return { payload, input: caseOf(payload) };
  } catch (error) {
    if (!(error instanceof AppError) || error.field === undefined) throw error;
    const { code, message, field } = error;
    throw new AppError(code, { message, field: (field.startsWith("contract.") ? contractPath : path) + field });
  }
}

/** @throws AppError INVALID_INPUT for a period that only users may ask for. */
function checkVisitorsPeriod({ input }: Asked, path: string): void {
  if (stepsOf(input) > VISITOR_STEPS)
    throw new AppError("INVALID_INPUT", {
      field: `${path}end_date`,
      message: "Sin cuenta, un periodo de cuartos de hora puede durar como máximo un año. Regístrese para simular más.",
    });
}

/** A row of the caller's, without the computation it waits for. */
const rowFor = (row: Omit<FirstRow, "name" | "requestId">): FirstRow => ({
  ...row,
  name: batteryName(row),
  requestId: logContext().requestId ?? null,
});

/** Retries of the transaction; concurrent requests for the same inputs do not win more often in a row. */
const STARTS = 10;

/** Whether a concurrent request has stored a row under the same idempotency key. */
const isKeyTaken = (error: unknown): boolean =>
  (error as { driverError?: { constraint?: string } } | null)?.driverError?.constraint ===
  "uq_simulations_idempotency_key";

interface Optional {
  /** Path of the inputs in the request, which errors name. */
  path?: string;
  /** Whether the caller will look at the result, so that studies follow. */
  isOpen?: boolean;
}

/**
 * Stores a simulation and the computation it waits for; the queue is not touched. The same idempotency key with the
 * same request gives its caller the same row and token; another caller gets a row of their own.
 * @throws AppError INVALID_INPUT, CURVE_NOT_FOUND, INSTALLATION_NOT_FOUND, CONTEXT_MISMATCH, IDEMPOTENCY_CONFLICT,
 * QUEUE_FULL, TOO_MANY_WAITING, SERVICE_UNAVAILABLE.
 */
export async function storeSimulation(
  { dataSource, env }: Deps,
  request: CreateSimulation,
  { idempotencyKey, curveTokens, path = "inputParameters.", isOpen = true, ...asker }: Caller & Optional = {},
): Promise<NewSimulation> {
  const { userId } = asker;
  const { calculatorContext = null, installation_id: installationId } = request;
  const inputParameters = withContract(request.inputParameters, request.contract);
  const curves = await givenCurves(dataSource.manager, inputParameters, { userId, curveTokens }, path);
  const asked = askedAt(path, inputParameters, curves, request.contract && "");
  if (userId === undefined) checkVisitorsPeriod(asked, path);
  else if (installationId !== undefined)
    await requireInstallation(dataSource.manager, { userId, id: installationId }, "installation_id");
  if (calculatorContext) checkContextAgrees(calculatorContext, asked.payload, inputParameters);
  const requestHash = sha256(canonical(request));
  const keyHash = keyHashOf(idempotencyKey, asker, env);

  const id = randomUUID();
  const accessToken =
    idempotencyKey === undefined ? newAccessToken() : repeatableAccessToken(idempotencyKey, id, requestHash);
  const row = rowFor({
    id,
    capabilityHash: sha256(accessToken),
    inputParameters,
    calculatorContext,
    idempotencyKey: keyHash,
    requestHash: keyHash && requestHash,
  });
  const stored = (computation: ComputationState) => ({ id, status: computation.status, accessToken, computation });
  const holdIt = (manager: Transaction, simulationId: string = id) =>
    userId === undefined
      ? undefined
      : hold(manager, { userId, simulationId, installationId, context: calculatorContext });

  const asNew = async (manager: Transaction): Promise<NewSimulation | undefined> => {
    const computation = await createComputation(manager, { ...asked, isOpen }, row, asker, env);
    if (!computation) return undefined;
    await holdIt(manager);
    return stored(computation);
  };
  const asAnother = async (transaction: Transaction): Promise<NewSimulation | undefined> => {
    if (idempotencyKey !== undefined && keyHash) {
      const earlier = await findRow(transaction, "idempotency_key", keyHash);
      if (earlier) {
        if (earlier.requestHash !== requestHash) throw new AppError("IDEMPOTENCY_CONFLICT");
        await holdIt(transaction, earlier.id);
        return {
          id: earlier.id,
          status: statusOf(earlier),
          accessToken: repeatableAccessToken(idempotencyKey, earlier.id, requestHash),
          computation: earlier.computation,
        };
      }
    }
    const computation = await joinComputation(transaction, asked.input, asker, env);
    if (!computation) return undefined;
    await transaction.getRepository(SimulationEntity).insert({ ...row, computationId: computation.id });
    await holdIt(transaction);
    return stored(computation);
  };
  // A race between the two transactions may end a computation, free a place or take the key; both are then tried again.
  for (let start = 0; start < STARTS; start++) {
    try {
      const simulation =
        (await (userId === undefined ? asNew(dataSource.manager) : dataSource.transaction(asNew))) ??
        (await dataSource.transaction(asAnother));
      if (simulation) return simulation;
    } catch (error) {
      if (!isKeyTaken(error)) throw error;
    }
  }
  throw new AppError("SERVICE_UNAVAILABLE");
}

/** Stores a simulation and enqueues its computation; a queue that is down only delays it. */
export async function createSimulation(
  deps: Deps,
  request: CreateSimulation,
  caller: Caller = {},
): Promise<NewSimulation> {
  const created = await storeSimulation(deps, request, caller);
  const { id, computation } = created;
  deps.logger.info(
    { simulationId: id, computationId: computation.id, status: computation.status },
    "simulation stored",
  );
  await enqueueOrLeaveToSweep(deps, created.computation);
  return created;
}

async function enqueueOrLeaveToSweep(deps: Deps, computation: ComputationState): Promise<void> {
  try {
    await enqueueComputation(deps, computation);
  } catch (error) {
    deps.logger.warn({ err: error, computationId: computation.id }, "not enqueued, left to the sweep");
  }
}

export interface FoundSimulation extends StudyRuns {
  id: string;
  results: Results;
  verdict: Verdict;
  accessToken: string;
}

/** A simulation that a user comes to hold, and the site that it is of. */
interface Holding {
  userId: string;
  simulationId: string;
  installationId?: string | undefined;
  context?: GivenContext | null;
}

/**
 * Puts a simulation into the list of the user who created or claimed it, as one of a site of theirs, and its curves into
 * their account; idempotent. The site is the named one, else the first that holds its answers; one deleted at this moment
 * counts as none.
 * @returns whether it was not theirs before
 */
export async function hold(
  manager: Transaction,
  { userId, simulationId, installationId, context = null }: Holding,
  metadata: Associate["metadata"] = {},
): Promise<boolean> {
  const [taken] = await manager.query(
    `WITH claimed AS (${CLAIM_CURVES})
     INSERT INTO user_simulations (user_id, simulation_id, metadata, installation_id)
     VALUES ($1, $2, $3, (
       SELECT id FROM installations WHERE user_id = $1 AND CASE WHEN $4::uuid IS NULL THEN answers = $5 ELSE id = $4 END
        ORDER BY created_at LIMIT 1 FOR KEY SHARE))
     ON CONFLICT ON CONSTRAINT pk_user_simulations
     DO UPDATE SET association_type = 'creator', metadata = excluded.metadata
      WHERE user_simulations.association_type = 'shared'
     RETURNING user_id`,
    [userId, simulationId, metadata, installationId ?? null, context && siteOf(context)],
  );
  return Boolean(taken);
}

/**
 * Results of the same inputs, as a row of the caller's own that is open from now on; null when there are none yet.
 * @throws AppError INVALID_INPUT, CURVE_NOT_FOUND, INSTALLATION_NOT_FOUND.
 */
export async function findByContext(
  deps: Deps,
  context: GivenContext,
  { curveTokens, ...asker }: CurveAsker = {},
  installationId?: string,
): Promise<FoundSimulation | null> {
  const { userId } = asker;
  const { manager } = deps.dataSource;
  const inputParameters = inputFromContext(context);
  const curves = await givenCurves(manager, inputParameters, { userId, curveTokens }, "");
  if (userId !== undefined && installationId !== undefined)
    await requireInstallation(manager, { userId, id: installationId }, "installation_id");
  const computation = await findCompleted(deps, askedAt("", inputParameters, curves).input);
  if (!computation?.results) return null;
  const [id, accessToken] = [randomUUID(), newAccessToken()];
  await deps.dataSource.transaction(async (transaction) => {
    await transaction.getRepository(SimulationEntity).insert({
      ...rowFor({
        id,
        capabilityHash: sha256(accessToken),
        inputParameters,
        calculatorContext: context,
        idempotencyKey: null,
        requestHash: null,
      }),
      computationId: computation.id,
    });
    if (userId !== undefined) await hold(transaction, { userId, simulationId: id, installationId, context });
  });
  await noteOpened(deps, { ownStatus: null, computation }, asker);
  const { results, input } = computation;
  const studies = shownStudies(await readStudies(deps.dataSource, computation.id));
  return { id, results, ...studies, verdict: verdictOf(verdictFacts(results, studies, input)), accessToken };
}

const LONG_COLUMNS = ["simulations.ownResults", "computations.results"];
/** They change while a result is open, and no record shows them. */
const UNSHOWN_COLUMNS = ["computations.openedAt", "computations.studyTurn", "computations.studiesSince"];
const without = (columns: string[], names: string[]) =>
  columns.filter((column) => !names.some((name) => column.endsWith(`"${name}"`)));

/** What a version tells of a computation; its results are stored once, with the time of the end. */
const VERSIONED = without(columnsOf(ComputationEntity), [...LONG_COLUMNS, ...UNSHOWN_COLUMNS]).map(
  (column) => column.split(" AS ")[0],
);
/** PostgreSQL writes another `xmin` into a row with each change. */
const VERSION = `concat_ws('.', simulations.xmin, hashtextextended(ROW(${VERSIONED.join(", ")})::text, 0),
  user_simulations.xmin, (SELECT xmin FROM installations WHERE id = installation_id),
  (SELECT string_agg(studies.xmin::text, '.' ORDER BY kind) FROM studies WHERE computation_id = computations.id))`;
const COLUMNS = [
  ...without([SimulationEntity, ComputationEntity, UserSimulationEntity].flatMap(columnsOf), ["user_simulations.site"]),
  `${siteNameOf("user_simulations")} AS "user_simulations.site"`,
];
const HEAD_COLUMNS = [...without(COLUMNS, LONG_COLUMNS), `${VERSION} AS "simulations.version"`];
const ROW_COLUMNS = [
  ...COLUMNS,
  `${VERSION} AS "simulations.version"`,
  `${STUDIES_OF_COMPUTATION} AS "simulations.studies"`,
];

/**
 * Rows without a computation do not exist for the API. The SQL is written out, since TypeORM's builder takes longer
 * than the query.
 */
async function findRow(
  manager: Transaction,
  column: "id" | "idempotency_key",
  value: string,
  { userId, columns = ROW_COLUMNS }: { userId?: string | undefined; columns?: string[] | undefined } = {},
): Promise<SimulationRow | null> {
  const [found] = await manager.query(
    `SELECT ${columns.join(", ")}
       FROM simulations JOIN computations ON computations.id = simulations.computation_id
       LEFT JOIN user_simulations ON user_simulations.simulation_id = simulations.id AND user_simulations.user_id = $2
      WHERE simulations.${column} = $1`,
    [value, userId ?? null],
  );
  if (!found) return null;
  const row: Record<string, Record<string, unknown>> = { simulations: {}, computations: {}, user_simulations: {} };
  for (const [name, content] of Object.entries(found)) {
    const [table, property] = name.split(".") as [string, string];
    (row[table] as Record<string, unknown>)[property] = content;
  }
  const { simulations, computations: computation, user_simulations: held } = row;
  return { ...simulations, computation, held: held?.userId ? held : null } as unknown as SimulationRow;
}

/** Purpose of an access; a user with whom the row was shared may only read it. */
type Purpose = "read" | "change";

/** @throws AppError SIMULATION_NOT_FOUND, the same for rows that do not exist and rows of others. */
async function openIf(
  manager: Transaction,
  { id, userId }: Capability,
  isAllowed: (row: SimulationHead) => boolean,
  columns?: string[],
): Promise<SimulationRow> {
  const row = await findRow(manager, "id", id, { userId, columns });
  if (!row || !isAllowed(row)) throw new AppError("SIMULATION_NOT_FOUND");
  return row;
}

/** The row that a capability opens. @throws AppError SIMULATION_NOT_FOUND. */
export function openRow(
  manager: Transaction,
  capability: Capability,
  purpose: Purpose = "read",
): Promise<SimulationRow> {
  return openIf(manager, capability, (row) => mayOpen(row, capability, purpose));
}

/** A row whose access was checked already. @throws AppError SIMULATION_NOT_FOUND. */
export const rowOf = (manager: Transaction, id: string): Promise<SimulationRow> => openIf(manager, { id }, () => true);

/** What a reader opens; without what is long where they have this version already. */
type News = { isNew: true; row: SimulationRow } | { isNew: false; row: SimulationHead };

/** A reader, and the version of the record that they have. */
export type Reader = Capability & { version?: string | undefined };

/**
 * The row that a reader may open; without what is long where they have this version already. A waiting run is always
 * given whole, since its place in the queue has no version.
 * @throws AppError SIMULATION_NOT_FOUND.
 */
export async function openNews(
  manager: Transaction,
  reader: Reader,
  isAllowed = (row: SimulationHead) => mayOpen(row, reader, "read"),
): Promise<News> {
  if (reader.version !== undefined) {
    const row: SimulationHead = await openIf(manager, reader, isAllowed, HEAD_COLUMNS);
    if (row.version === reader.version && statusOf(row) !== "pending") return { isNew: false, row };
  }
  return { isNew: true, row: await openIf(manager, reader, isAllowed) };
}

function mayOpen(row: SimulationHead, { accessToken }: Capability, purpose: Purpose): boolean {
  if (opens(accessToken, row.capabilityHash)) return true;
  return isOwn(row) || (purpose === "read" && Boolean(row.held));
}

/** @throws AppError SIMULATION_NOT_FOUND. */
export async function readSimulation(deps: Deps, capability: Capability): Promise<SimulationRecord> {
  return readRecord(deps, await openRow(deps.dataSource.manager, capability), capability);
}

/** The record, or null where the reader has this version already. @throws AppError SIMULATION_NOT_FOUND. */
export async function readNews(
  deps: Deps,
  reader: Reader,
  isAllowed?: (row: SimulationHead) => boolean,
): Promise<SimulationRecord | null> {
  return recordOfNews(deps, await openNews(deps.dataSource.manager, reader, isAllowed), reader);
}

/** The record of what a reader has opened; null where it is not new to them. */
export async function recordOfNews(deps: Deps, { isNew, row }: News, reader: Reader): Promise<SimulationRecord | null> {
  if (isNew) return readRecord(deps, row, reader);
  await noteOpened(deps, row, reader);
  return null;
}

/** The same of a row whose access was checked already. @throws AppError SIMULATION_NOT_FOUND. */
export const readUnguarded = (deps: Deps, reader: Reader): Promise<SimulationRecord | null> =>
  readNews(deps, reader, () => true);

/** The record of a row that is open to the asker from now on. */
async function readRecord(deps: Deps, row: SimulationRow, asker: Asker): Promise<SimulationRecord> {
  await noteOpened(deps, row, asker);
  return placedRecord(deps, row);
}

/** The record of a row, with its place in the queue. */
export async function placedRecord(deps: Deps, row: SimulationRow): Promise<SimulationRecord> {
  return recordOf(row, statusOf(row) === "pending" ? await positionOf(deps, row.computation.id) : undefined);
}

/** The end of a row of its own, independent of its computation. */
export type OwnEnd = Pick<Simulation, "ownStatus"> &
  Partial<Pick<Simulation, "source" | "ownErrorCode" | "ownErrorMessage" | "ownResults" | "ownExecutionTimeMs">>;

/** The end of a cancelled row. */
export const CANCELLED_END: OwnEnd = {
  ownStatus: "failed",
  ownErrorCode: "CANCELLED",
  ownErrorMessage: new AppError("CANCELLED").message,
};

/**
 * Ends a pending or processing row; its computation stops when no other row waits for it.
 * @throws AppError SIMULATION_NOT_FOUND, WRONG_STATE.
 */
export function endSimulation(deps: Deps, capability: Capability, end: OwnEnd): Promise<void> {
  return deps.dataSource.transaction(async (transaction) => {
    const row = await lockRow(transaction, capability);
    if (!isUnderWay(row)) throw new AppError("WRONG_STATE");
    // External results have a shape that TypeORM's types cannot follow. `save` would compare them, and names such as
    // hasOwnProperty would mislead it.
    await transaction.getRepository(SimulationEntity).update(row.id, { ...end, finishedAt: new Date() } as object);
    await endUnwanted(transaction, [row.computation.id]);
    await sendSignal(transaction, { type: "simulation", id: row.id });
  });
}

/**
 * Starts a failed simulation again; concurrent calls start it once.
 * @throws AppError SIMULATION_NOT_FOUND, WRONG_STATE, QUEUE_FULL, TOO_MANY_WAITING.
 */
export async function retrySimulation(deps: Deps, capability: Capability): Promise<ComputationState> {
  const computation = await deps.dataSource.transaction(async (transaction) => {
    const row = await lockRow(transaction, capability);
    if (statusOf(row) !== "failed")
      throw new AppError("WRONG_STATE", { message: "Solo se puede reintentar una simulación que ha fallado." });
    const state = await reviveComputation(transaction, row.computation, capability, deps.env);
    await transaction.getRepository(SimulationEntity).update(row.id, {
      computationId: state.id,
      source: "platform",
      ownStatus: null,
      ownErrorCode: null,
      ownErrorMessage: null,
      finishedAt: null,
      requestId: logContext().requestId ?? null,
    });
    await sendSignal(transaction, { type: "simulation", id: row.id });
    return state;
  });
  await enqueueOrLeaveToSweep(deps, computation);
  return computation;
}

/** Locks the row until the transaction ends, then reads it. @throws AppError SIMULATION_NOT_FOUND. */
export async function lockRow(transaction: Transaction, capability: Capability): Promise<SimulationRow> {
  await lockSimulations(transaction, [capability.id]);
  return openRow(transaction, capability, "change");
}
