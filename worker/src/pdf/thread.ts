import { renderWorkbook } from "../workbook/workbook.ts";
import type { ReportTask } from "./renderer.ts";
import { renderReport } from "./report.ts";

/** The task of the renderer's thread. */
export default ({ kind, content }: ReportTask): Promise<Buffer> =>
  kind === "workbook" ? renderWorkbook(content) : renderReport(kind, content);
