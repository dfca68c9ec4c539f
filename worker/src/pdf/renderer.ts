import { fileURLToPath } from "node:url";
import type { ReportKind } from "@ecotrim/contracts/reports/report";
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

/** A thread started from source must register tsx itself and resolve our packages to their sources. */
const isSource = import.meta.url.endsWith(".ts");
const THREAD_FILE = fileURLToPath(new URL(isSource ? "./thread-from-source.mjs" : "./thread.js", import.meta.url));

/** An idle thread is ended after this time, ms. */
const IDLE_MS = 60_000;

/**
 * Renders reports on a thread of its own, started on demand: rendering takes longer than the event loop may be blocked.
 */
export function createReportRenderer(): ReportRenderer {
  const piscina = new Piscina<ReportTask, Uint8Array>({
    filename: THREAD_FILE,
    minThreads: 0,
    maxThreads: 1,
    idleTimeout: IDLE_MS,
    ...(isSource ? { execArgv: ["--conditions=source"] } : {}),
  });
  return {
    render: async (kind, content, signal) => {
      const file = await piscina.run({ kind, content }, signal ? { signal } : {});
      return Buffer.from(file.buffer, file.byteOffset, file.byteLength);
    },
    close: () => piscina.destroy(),
  };
}
