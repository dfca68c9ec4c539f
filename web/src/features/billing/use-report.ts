import type { Proposal } from "@ecotrim/contracts/brands/brand";
import type { CreateReport, Report, ReportKind } from "@ecotrim/contracts/reports/report";
import { useCallback, useEffect, useRef, useState } from "react";
import { CALLS } from "../../lib/call-words.ts";
import { download, showIn } from "../../lib/download.ts";
import { ApiError } from "../../lib/http.ts";
import { toast } from "../../ui/toast.ts";
import { fetchReport, requestProposal, requestReport } from "./calls.ts";

type OrderedKind = CreateReport["kind"];

const POLL_MS = 1000;
const WAITS = "Su informe se está preparando: faltan los escenarios y la sensibilidad. Le avisaremos.";
const FAILED: Record<ReportKind, string> = {
  basic: CALLS.requestReport.failed,
  premium: CALLS.requestReport.failed,
  proposal: CALLS.requestReport.failed,
  workbook: "No se ha podido generar el libro de Excel. Inténtelo de nuevo.",
};

const saveFile = (path: string, fileName: string) => download("downloadReport", path, fileName);

/**
 * Asks for a report, waits until it is made, and saves it or shows it in a tab of its own. A report whose scenarios are
 * still being calculated is not waited for.
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

  const obtain = useCallback(
    async (
      kind: ReportKind,
      ask: () => Promise<Report>,
      deliver: (path: string, fileName: string) => Promise<void> = saveFile,
    ) => {
      setMaking(kind);
      try {
        let report = await ask();
        const isAwaited = () => !report.waits && (report.status === "pending" || report.status === "processing");
        while (isAwaited() && !gone.current) {
          await new Promise((resolve) => setTimeout(resolve, POLL_MS));
          report = await fetchReport(report.id);
        }
        // A user who left the page is told by a notification.
        if (gone.current) return;
        if (report.waits) toast.info(WAITS);
        else if (report.status === "failed") toast.error(FAILED[kind]);
        else await deliver(`/api/reports/${report.id}/download`, report.fileName ?? "informe");
      } catch (error) {
        if (error instanceof ApiError && error.code === "PAYMENT_REQUIRED") onUnpaid();
        else
          toast.error(
            error instanceof ApiError && error.status < 500 && error.status > 0 ? error.message : FAILED[kind],
          );
      } finally {
        setMaking(null);
      }
    },
    [onUnpaid],
  );

  const save = useCallback(
    (kind: OrderedKind) => obtain(kind, () => requestReport(simulationId, kind)),
    [obtain, simulationId],
  );
  const propose = useCallback(
    (proposal: Proposal) => obtain("proposal", () => requestProposal(simulationId, proposal)),
    [obtain, simulationId],
  );
  const show = useCallback(
    async (kind: OrderedKind) => {
      const ask = () => requestReport(simulationId, kind);
      // Browsers allow a new tab only during the click, not after an answer.
      const tab = window.open("about:blank", "_blank");
      if (!tab) return obtain(kind, ask);
      tab.document.title = "Preparando su informe...";
      let shown = false;
      await obtain(kind, ask, async (path) => {
        await showIn(tab, "downloadReport", path);
        shown = true;
      });
      if (!shown) tab.close();
    },
    [obtain, simulationId],
  );
  return { making, save, show, propose };
}
