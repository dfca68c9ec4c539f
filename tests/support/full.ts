/** Whether this is `npm run test:full`, which leaves nothing out for time. */
export const FULL = process.env.TEST_FULL === "1";
