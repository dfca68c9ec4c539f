import type { ReportTask } from "./renderer.ts";
import { renderReport } from "./report.ts";

/** The task of the renderer's thread. */
export default ({ kind, content }: ReportTask): Promise<Uint8Array> => renderReport(kind, content);
