import { startStripeLocal } from "./stripe-local.ts";

const { STRIPE_LOCAL_PORT, STRIPE_LOCAL_HOST, STRIPE_LOCAL_PUBLIC_URL, STRIPE_WEBHOOK_URL } = process.env;
const { STRIPE_SECRET_KEY, STRIPE_WEBHOOK_SECRET = "whsec_local" } = process.env;

const stripe = await startStripeLocal({
  webhookSecret: STRIPE_WEBHOOK_SECRET,
  ...(STRIPE_LOCAL_PORT && { port: Number(STRIPE_LOCAL_PORT) }),
  ...(STRIPE_LOCAL_HOST && { host: STRIPE_LOCAL_HOST }),
  ...(STRIPE_LOCAL_PUBLIC_URL && { publicUrl: STRIPE_LOCAL_PUBLIC_URL }),
  ...(STRIPE_WEBHOOK_URL && { webhookUrl: STRIPE_WEBHOOK_URL }),
  ...(STRIPE_SECRET_KEY && { secretKey: STRIPE_SECRET_KEY }),
});
console.log(`Stripe stand-in (nothing is charged) at ${stripe.url}`);

for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => void stripe.close());
