import { oneLine } from "@ecotrim/contracts/line";
import { yearOf } from "@ecotrim/engine/bill/dates";
import { queueOf } from "../queue/jobs.ts";
import { JOB_STATES } from "../queue/queue.ts";
import type { ListedOffer } from "./offers.ts";
import { LISTED, type Status } from "./status.ts";
import type { Story } from "./why.ts";

/** A duration for people: 0.42 s, 12 s, 3 min, 5 h, 2 d. */
export function duration(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(2)} s`;
  if (seconds < 120) return `${Math.round(seconds)} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} d`;
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(1)} MB`;

/** Rows in aligned columns, numbers to the right. */
function columns(rows: (string | number)[][]): string[] {
  const widths = (rows[0] ?? []).map((_, index) => Math.max(...rows.map((row) => String(row[index]).length)));
  return rows.map((row) =>
    row
      .map((cell, index) => {
        const width = widths[index] as number;
        return index === 0 ? String(cell).padEnd(width) : String(cell).padStart(width);
      })
      .join("  "),
  );
}

/** The status on one screen. */
export function printStatus(status: Status): string {
  const { at, tariffYear, queue, backlog, lastHour, running, failuresOfDay, outbox, payments, database } = status;
  const oldestIn = (queueName: string) =>
    Math.max(0, ...backlog.filter(({ job }) => queueOf(job) === queueName).map(({ oldestSeconds }) => oldestSeconds));
  const took = ({ medianSeconds, p95Seconds }: Status["lastHour"]) =>
    medianSeconds === null || p95Seconds === null
      ? ""
      : `, from order to result ${duration(medianSeconds)} (median), ${duration(p95Seconds)} (p95)`;
  const inUse = database.connections.reduce((sum, { count }) => sum + count, 0);
  const list = (parts: string[]) => (parts.length === 0 ? "none" : parts.join(", "));
  const counted = (names: string[]) =>
    `${names.length}: ${list(names.slice(0, LISTED))}${names.length > LISTED ? ", ..." : ""}`;
  return [
    `EcoTrim at ${at}, engine ${status.engineVersion}, Node ${status.nodeVersion}`,
    "",
    ...(queue
      ? columns([
          ["queue", ...JOB_STATES, "oldest due"],
          ...queue.queues.map(({ name, counts }) => {
            const seconds = oldestIn(name);
            return [name, ...JOB_STATES.map((state) => counts[state]), seconds ? duration(seconds) : "-"];
          }),
        ])
      : ["The queue does not answer. What the database knows to be waiting:"].concat(
          columns(backlog.map(({ job, waiting, oldestSeconds }) => [job, waiting, duration(oldestSeconds)])),
        )),
    "",
    `workers     ${queue ? counted(queue.workers) : "unknown"}`,
    `last hour   ${lastHour.completed} completed, ${lastHour.failed} failed${took(lastHour)}`,
    `running     ${list(
      running.map(
        ({ computation, try: attempt, stage, percent, seconds }) =>
          `${computation} ${stage ?? "begun"} ${percent ?? 0} % try ${attempt} for ${duration(seconds)}`,
      ),
    )}`,
    `failed, 24h ${list(failuresOfDay.map(({ job, code, count }) => `${count} ${job} ${code}`))}`,
    `outbox      ${outbox.waiting} due, oldest ${duration(outbox.oldestSeconds)}, given up in 24 h ${outbox.givenUpOfDay}`,
    `payments    ${payments.openEvents} events open, ${payments.deadEvents} given up${payments.deadEvents > 0 ? " (npm run stripe:replay)" : ""}`,
    `database    PostgreSQL ${database.version}, ${megabytes(database.bytes)}, ${inUse} of ${database.maxConnections} connections: ${list(
      database.connections.map(({ application, count }) => `${count} ${application}`),
    )}`,
    `schema      ${database.migrations.length} migrations, last ${database.migrations.at(-1) ?? "none"}${database.pendingMigrations ? ", others are pending: npm run migrate" : ""}`,
    `tariffs     ${tariffYear}${tariffYear < yearOf(at) ? `, older than today: the bills of ${yearOf(at)} take these prices until its table is added (CONTRIBUTING.md)` : ""}`,
  ].join("\n");
}

/** A story line by line, with the advice last. */
export function printStory({ simulationId, computationId, requestId, status, happenings, conclusion }: Story): string {
  return [
    `simulation  ${simulationId} (${status})`,
    `computation ${computationId ?? "none"}`,
    `requestId   ${requestId ?? "none"}`,
    "",
    ...happenings.map(({ at, what }) => `${at}  ${what}`),
    "",
    conclusion,
  ].join("\n");
}

/** Requests for a firm offer, a block of lines each. What people typed is printed on one line. */
export function printOffers(offers: ListedOffer[]): string {
  if (offers.length === 0) return "Nobody has asked for a firm offer.";
  return offers
    .map(({ at, name, company, email, phone, message, simulationId, verdict, ...offer }) =>
      [
        `${at.toISOString()}  ${[name, company, email, ...(phone ? [phone] : [])].map(oneLine).join(", ")}`,
        `  case       ${oneLine(offer.case)}`,
        `  verdict    ${verdict.sentence}`,
        ...(message ? [`  message    ${oneLine(message)}`] : []),
        `  simulation ${simulationId ?? "deleted"}`,
        `  mails      to the company ${offer.mailToCompany}, copy ${offer.copyToPerson}`,
      ].join("\n"),
    )
    .join("\n\n");
}
