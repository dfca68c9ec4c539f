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

/** From source a thread must register tsx for itself, and resolve our packages to their sources. */
const isSource = import.meta.url.endsWith(".ts");
const THREAD_FILE = fileURLToPath(new URL(isSource ? "./thread-from-source.mjs" : "./thread.js", import.meta.url));

/** A worker that makes no reports keeps no thread for them, ms. */
const IDLE_MS = 60_000;

/** Makes reports on a thread of its own, started when needed: drawing one takes longer than the event loop may be held. */
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
