import { detailPath } from "@ecotrim/contracts/website/pages";
import { matchPath, Navigate, useLocation, useMatch } from "react-router-dom";
import { AreaPage } from "../features/area/area-page.tsx";
import { HistoryPage } from "../features/history/history-page.tsx";
import { useIsPhone, useListAddress } from "../features/simulations/detail-address.ts";
import { DetailPage } from "../features/simulations/detail-page.tsx";
import { DetailWindow } from "../features/simulations/detail-window.tsx";

/**
 * The lists of a user's simulations, and the detail of one: a window over the list it was opened from, or a page on a
 * phone. The list stays mounted below it and keeps what was typed and chosen.
 */
export function OwnSimulations() {
  const { search } = useLocation();
  const id = useMatch(detailPath(":id"))?.params.id ?? null;
  const isPage = useIsPhone() && id !== null;
  const list = useListAddress();
  // Links in mails that were sent before the detail had an address of its own.
  const mailed = new URLSearchParams(search).get("simulacion");

  if (id === null && mailed) return <Navigate to={detailPath(mailed)} replace />;
  return (
    <>
      {list !== undefined && <div hidden={isPage}>{isHistory(list) ? <HistoryPage /> : <AreaPage />}</div>}
      {isPage ? <DetailPage key={id} id={id} /> : <DetailWindow id={id} hasList={list !== undefined} />}
    </>
  );
}

const isHistory = (address: string): boolean => matchPath("/historial-simulaciones", address.split("?")[0]!) !== null;
