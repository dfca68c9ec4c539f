import type { ReportKind } from "@ecotrim/contracts/reports/report";
import { useCallback, useEffect, useRef, useState } from "react";
import { CALLS } from "../../lib/call-words.ts";
import { download } from "../../lib/download.ts";
import { ApiError } from "../../lib/http.ts";
import { toast } from "../../ui/toast.ts";
import { fetchReport, requestReport } from "./calls.ts";

const POLL_MS = 1000;
const WAITS = "Su informe se está preparando: faltan los escenarios y la sensibilidad. Le avisaremos.";
const FAILED = CALLS.requestReport.failed;

/**
 * Asks for a report, waits until it is made and saves it. A report whose scenarios are still being calculated is not
 * waited for.
 * @param onUnpaid the report has to be bought first
 * @returns which kind is being made for this simulation now
 */
export function useReport(simulationId: string, onUnpaid: () => void) {
  const [making, setMaking] = useState<ReportKind | null>(null);
  const gone = useRef(false);
  useEffect(() => {
    gone.current = false;
    return () => {
      gone.current = true;
    };
  }, []);

  const save = useCallback(
    async (kind: ReportKind) => {
      setMaking(kind);
      try {
        let report = await requestReport(simulationId, kind);
        const isAwaited = () => !report.waits && (report.status === "pending" || report.status === "processing");
        while (isAwaited() && !gone.current) {
          await new Promise((resolve) => setTimeout(resolve, POLL_MS));
          report = await fetchReport(report.id);
        }
        // A user who left the page is told by a notification.
        if (gone.current) return;
        if (report.waits) toast.info(WAITS);
        else if (report.status === "failed") toast.error(FAILED);
        else await download("downloadReport", `/api/reports/${report.id}/download`, report.fileName ?? "informe.pdf");
      } catch (error) {
        if (error instanceof ApiError && error.status === 402) onUnpaid();
        else toast.error(error instanceof ApiError && error.status < 500 && error.status > 0 ? error.message : FAILED);
      } finally {
        setMaking(null);
      }
    },
    [simulationId, onUnpaid],
  );
  return { making, save };
}
