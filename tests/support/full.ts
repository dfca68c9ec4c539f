/**
 * Whether `npm run test:full` runs. `npm test` skips repeated proofs: on the other queue backend, on more random
 * values, from every version in between.
 */
export const FULL = process.env.TEST_FULL === "1";
