import type { ReportTask } from "./renderer.ts";
import { renderReport } from "./report.ts";

/** What the thread of the renderer runs. */
export default ({ kind, content }: ReportTask): Promise<Uint8Array> => renderReport(kind, content);
