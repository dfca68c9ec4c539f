import type { JobName } from "@ecotrim/server/queue/jobs";
import type { JobFactory } from "./jobs/job.ts";
import { mailSend } from "./jobs/mail-send.ts";
import { mailSweep } from "./jobs/mail-sweep.ts";
import { reportRender } from "./jobs/report-render.ts";
import { reportSweep } from "./jobs/report-sweep.ts";
import { retentionPurge } from "./jobs/retention-purge.ts";
import { simulationPaidStudies } from "./jobs/simulation-paid-studies.ts";
import { simulationPower } from "./jobs/simulation-power.ts";
import { simulationRun } from "./jobs/simulation-run.ts";
import { simulationSensitivity } from "./jobs/simulation-sensitivity.ts";
import { simulationSweep } from "./jobs/simulation-sweep.ts";
import { simulationUncertainty } from "./jobs/simulation-uncertainty.ts";
import { stripeEvent } from "./jobs/stripe-event.ts";
import { stripeSweep } from "./jobs/stripe-sweep.ts";
import { subscriptionSweep } from "./jobs/subscription-sweep.ts";

/** The handler of every job of the catalogue; one that is missing does not compile. */
export const registry: { [N in JobName]: JobFactory<N> } = {
  "simulation.run": simulationRun,
  "simulation.power": simulationPower,
  "simulation.uncertainty": simulationUncertainty,
  "simulation.sensitivity": simulationSensitivity,
  "simulation.paid-studies": simulationPaidStudies,
  "simulation.sweep": simulationSweep,
  "report.render": reportRender,
  "report.sweep": reportSweep,
  "stripe.event": stripeEvent,
  "stripe.sweep": stripeSweep,
  "subscription.sweep": subscriptionSweep,
  "mail.send": mailSend,
  "mail.sweep": mailSweep,
  "retention.purge": retentionPurge,
};
