import type { Logger } from "../observability/logger.ts";

interface ShutdownOptions {
  logger: Pick<Logger, "info" | "error" | "fatal">;
  /** Timeout of an orderly shutdown, ms; on expiry the process exits with 1. */
  graceMs: number;
}

/**
 * Runs `close` once on SIGTERM or SIGINT, or when the supervisor of this process is gone. Exits with 0 when `close`
 * ended in time, with 1 otherwise. An unhandled rejection or exception is logged and ends the process with 1.
 */
export function onShutdown(close: () => Promise<void>, { logger, graceMs }: ShutdownOptions): void {
  let closing = false;
  const shutdown = async (reason: string) => {
    if (closing) return;
    closing = true;
    logger.info({ reason }, "shutting down");
    setTimeout(() => {
      logger.error({ graceMs }, "shutdown took too long");
      process.exit(1);
    }, graceMs).unref();
    try {
      await close();
      process.exit(0);
    } catch (error) {
      logger.error({ err: error }, "shutdown failed");
      process.exit(1);
    }
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.on(signal, () => void shutdown(signal));
  process.once("disconnect", () => void shutdown("supervisor gone"));
  for (const event of ["uncaughtException", "unhandledRejection"] as const)
    process.on(event, (error: unknown) => {
      logger.fatal({ err: error }, event);
      process.exit(1);
    });
}
