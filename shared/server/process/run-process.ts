import { type Env, EnvError, readEnv } from "../env/env.ts";
import { createLogger, type Logger } from "../observability/logger.ts";

/**
 * Runs a process of the platform. It exits with 1, and one message, where settings are faulty or `main` fails.
 * Otherwise it runs as long as `main` leaves work in the event loop.
 */
export async function runProcess(name: string, main: (env: Env, logger: Logger) => Promise<void>): Promise<void> {
  let env: Env;
  try {
    env = readEnv();
  } catch (error) {
    if (!(error instanceof EnvError)) throw error;
    console.error(error.message);
    process.exit(1);
  }
  const logger = createLogger(env, name);
  try {
    await main(env, logger);
  } catch (error) {
    logger.fatal({ err: error }, `${name} cannot start`);
    process.exit(1);
  }
}
