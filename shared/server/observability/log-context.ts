import { AsyncLocalStorage } from "node:async_hooks";

/** On whose behalf something is done: ids only, for every log line and every job that comes of it. */
export interface LogContext {
  /** One from the click to the result: of the request that began it all. */
  requestId?: string;
  simulationId?: string;
  job?: string;
  jobId?: string;
}

const storage = new AsyncLocalStorage<LogContext>();

export const logContext = (): LogContext => storage.getStore() ?? {};

/** Does `work`, and all that follows from it, under `context` alone. */
export const withLogContext = <T>(context: LogContext, work: () => T): T => storage.run(context, work);

/** Does `work` on behalf of the request that a row is kept with, where one is known. */
export const onBehalfOf = <T>(requestId: string | null, work: () => T): T =>
  withLogContext({ ...logContext(), ...(requestId !== null && { requestId }) }, work);

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** A text as a UUID, where it is one: what callers send reaches neither log nor database otherwise. */
export const uuidOf = (value: unknown): string | undefined =>
  typeof value === "string" && UUID.test(value) ? value.toLowerCase() : undefined;
