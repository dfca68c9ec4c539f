import { randomUUID } from "node:crypto";
import { Success } from "@ecotrim/contracts/http";
import { Withdrawal, WithdrawalAnswer } from "@ecotrim/contracts/withdrawal/declaration";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { Deps } from "../../deps.ts";
import { refuseMissing } from "../../plugins/missing.ts";
import { isTrapped } from "../../plugins/trap.ts";
import { receiveWithdrawal } from "./service.ts";

/** Rate limit, since each declaration mails the address it names. */
const DECLARATIONS_PER_HOUR = 10;
const REQUIRED = ["name", "email", "contract"];

const answer = (data: WithdrawalAnswer) => ({
  success: true as const,
  data,
  message: "Hemos recibido su desistimiento. Le enviamos el acuse de recibo por correo.",
});

export const withdrawalRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  app.post(
    "/api/withdrawals",
    {
      config: { rateLimit: { max: DECLARATIONS_PER_HOUR, timeWindow: 3_600_000 } },
      preValidation: async (request, reply) => {
        const body = (request.body ?? {}) as Record<string, unknown>;
        if (isTrapped(body)) return reply.send(answer({ id: randomUUID(), receivedAt: new Date().toISOString() }));
        refuseMissing(body, REQUIRED);
      },
      schema: {
        tags: ["pagos"],
        summary: "Desistir de un contrato",
        body: Withdrawal,
        response: { 200: Success(WithdrawalAnswer) },
      },
    },
    async ({ body, session }) => answer(await receiveWithdrawal(deps, body, session?.userId ?? null)),
  );
};
