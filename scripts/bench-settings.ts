/** Settings of a platform that a bench starts: its own database, and a payment provider that is never asked. */
export const benchSettings = (databaseUrl: string) => ({
  DATABASE_URL: databaseUrl,
  JWT_SECRET: "a-secret-for-the-bench-of-more-than-32-characters",
  STRIPE_SECRET_KEY: "sk_test_nobody",
  STRIPE_WEBHOOK_SECRET: "whsec_nobody",
  STRIPE_API_BASE: "http://127.0.0.1:9",
  LOG_LEVEL: "silent",
});
