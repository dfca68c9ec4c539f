/**
 * For every connection to PostgreSQL that stays open: networks drop those that are silent for some minutes, and without
 * probes whoever waits on one would wait for ever.
 */
export const KEEP_ALIVE = { keepAlive: true, keepAliveInitialDelayMillis: 10_000 };
