import { AsyncLocalStorage } from "node:async_hooks";

/** Correlation ids that every log line and every job carries. */
export interface LogContext {
  /** Id of the request that began the work, from the click to the result. */
  requestId?: string;
  simulationId?: string;
  job?: string;
  jobId?: string;
}

const storage = new AsyncLocalStorage<LogContext>();

export const logContext = (): LogContext => storage.getStore() ?? {};

/** Runs `work`, and all asynchronous calls of it, in `context` alone. */
export const withLogContext = <T>(context: LogContext, work: () => T): T => storage.run(context, work);

/** Runs `work` in the context of the request that a row stores, if any. */
export const onBehalfOf = <T>(requestId: string | null, work: () => T): T =>
  withLogContext({ ...logContext(), ...(requestId !== null && { requestId }) }, work);

const UUID = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/i;

/** A text if it is a UUID: no other text from a caller may reach log or database. */
export const uuidOf = (value: unknown): string | undefined =>
  typeof value === "string" && UUID.test(value) ? value.toLowerCase() : undefined;
