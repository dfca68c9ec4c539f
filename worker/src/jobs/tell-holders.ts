import type { NotificationData } from "@ecotrim/contracts/notifications/notification";
import type { SimulationInput } from "@ecotrim/contracts/simulations/input";
import { isProvisional } from "@ecotrim/contracts/simulations/result";
import { isTrusted } from "@ecotrim/present/results/trust";
import { type VerdictBasis, verdictOf } from "@ecotrim/present/results/verdict";
import { notify } from "@ecotrim/server/events/notify";
import type { RunEnd } from "@ecotrim/server/events/signals";
import type { StoredMail } from "@ecotrim/server/mail/outbox";
import type { Database, JobDeps } from "./job.ts";

/**
 * Notifies the users who created or claimed a simulation of this computation, and still wait for it, of the run's end.
 */
export async function tellHolders(
  manager: Database["manager"],
  { id, run }: { id: string; run: number },
  end: RunEnd,
  { NOTIFICATION_MAIL_DELAY_S }: JobDeps["env"],
): Promise<StoredMail[]> {
  const waiting = await manager.query(
    `SELECT held.user_id AS "userId", s.id, held.name, c.verdict_basis AS basis, c.input
       FROM simulations s JOIN user_simulations held ON held.simulation_id = s.id
       JOIN computations c ON c.id = s.computation_id
      WHERE s.computation_id = $1 AND s.own_status IS NULL AND held.association_type = 'creator'`,
    [id],
  );
  const mails: StoredMail[] = [];
  for (const { userId, id: subjectId, name, basis, input } of waiting) {
    const [kind, data] =
      "summary" in end
        ? (["simulation.completed", completedData(end, basis, input)] as const)
        : (["simulation.failed", { reason: end.error.message }] as const);
    mails.push(
      ...(await notify(
        manager,
        { userId, kind, subjectId, occasion: String(run), data: { name, ...data } },
        NOTIFICATION_MAIL_DELAY_S,
      )),
    );
  }
  return mails;
}

type Completed = Extract<RunEnd, { summary: unknown }>;

/**
 * A verdict that waits for scenarios is not told: the notification would go on saying so once they are solved. Nor are
 * figures that are not to be relied on, nor a customer's saving beside the value of who invests.
 */
function completedData({ summary }: Completed, basis: VerdictBasis, input: SimulationInput): NotificationData {
  const risk = { scenarios: 0, probability: null, contracts: [], isComing: true };
  // Provisional results are told only where the study that would replace them has failed.
  const power = "failed";
  const { code, sentence } = verdictOf({ basis, contractKind: input.contract_kind, risk, driver: null, power });
  const savings = basis.owner ? null : summary.savings;
  return {
    ...(isTrusted({ warnings: basis.warnings ?? [] }) && !isProvisional(basis) && { savings, npv: summary.npv }),
    ...(code !== "pending" && { verdict: sentence }),
  };
}
