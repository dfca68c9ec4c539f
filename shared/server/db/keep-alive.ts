/**
 * TCP keep-alive for long-lived connections to PostgreSQL: networks drop idle connections after some minutes. Without
 * probes the client would wait on a dead one for ever.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
