import type { ReportKind } from "@ecotrim/contracts/reports/report";
import { threadProgram } from "@ecotrim/server/process/thread-program";
import { Piscina } from "piscina";
import type { ReportContent } from "./content.ts";

export interface ReportTask {
  kind: ReportKind;
  content: ReportContent;
}

export interface ReportRenderer {
  render(kind: ReportKind, content: ReportContent, signal?: AbortSignal): Promise<Buffer>;
  close(): Promise<void>;
}

/** An idle thread is ended after this time, ms. */
const IDLE_MS = 60_000;

/**
 * Renders reports on a thread of its own, started on demand: rendering takes longer than the event loop may be blocked.
 */
export function createReportRenderer(): ReportRenderer {
  const piscina = new Piscina<ReportTask, Uint8Array>({
    ...threadProgram(import.meta.url, "thread"),
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
  });
  return {
    render: async (kind, content, signal) => {
      const file = await piscina.run({ kind, content }, signal ? { signal } : {});
      return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    },
    close: () => piscina.destroy(),
  };
}
