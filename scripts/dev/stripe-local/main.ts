import { startStripeLocal } from "./stripe-local.ts";

const { STRIPE_LOCAL_PORT, STRIPE_LOCAL_HOST, STRIPE_LOCAL_PUBLIC_URL, STRIPE_WEBHOOK_URL } = process.env;
const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET = "whsec_local", STRIPE_LOCAL_STATE } = process.env;

const stripe = await startStripeLocal({
  webhookSecret: STRIPE_WEBHOOK_SECRET,
  ...(STRIPE_LOCAL_PORT && { port: Number(STRIPE_LOCAL_PORT) }),
  ...(STRIPE_LOCAL_HOST && { host: STRIPE_LOCAL_HOST }),
  ...(STRIPE_LOCAL_PUBLIC_URL && { publicUrl: STRIPE_LOCAL_PUBLIC_URL }),
  ...(STRIPE_WEBHOOK_URL && { webhookUrl: STRIPE_WEBHOOK_URL }),
  ...(STRIPE_LOCAL_STATE && { stateFile: STRIPE_LOCAL_STATE }),
  ...(STRIPE_SECRET_KEY && { secretKey: STRIPE_SECRET_KEY }),
});
console.log(`Stripe stand-in (nothing is charged) at ${stripe.url}`);

/** Closes on a signal, and when the supervisor is gone. */
for (const event of ["SIGINT", "SIGTERM", "disconnect"])
  process.once(event, () => void stripe.close().then(() => process.exit()));
