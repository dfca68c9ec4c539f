/**
 * Whether `npm run test:full` runs. `npm test` skips repeated proofs: on the other queue backend, on more random
 * values, for upgrades from each earlier version.
 */
export const FULL = process.env.TEST_FULL === "1";
