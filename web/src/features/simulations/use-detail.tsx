import { simulationName } from "@ecotrim/present/simulations/battery-name";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "react-router-dom";
import { ApiError } from "../../lib/http.ts";
import { useOnScreen } from "../../lib/on-screen.ts";
import type { DetailState } from "../simulation-detail/detail-state.tsx";
import { REPORTS } from "./detail-address.ts";
import { OwnNamesEditor } from "./own-names.tsx";
import { recordQuery } from "./queries.ts";

/** Neither is there for this reader: what does not exist, and what is no id at all. */
const isMissing = (error: unknown): boolean => error instanceof ApiError && [400, 404].includes(error.status);

/** Reads the simulation of a detail. `editTitle` puts a pencil beside its name once it is there. */
export function useDetail(id: string | null) {
  useOnScreen(id ?? undefined);
  const { data, error, refetch } = useQuery({
    ...recordQuery(id ?? ""),
    enabled: id !== null,
    retry: (count, cause) => count < 1 && !isMissing(cause),
  });
  const state: DetailState = data
    ? { status: "ready", record: data }
    : isMissing(error)
      ? { status: "missing", wayOn: toReports }
      : error
        ? { status: "failed", message: error.message, onRetry: () => void refetch() }
        : { status: "loading" };
  const editTitle = (title: ReactNode) =>
    data ? (
      <OwnNamesEditor key={data.id} simulation={data} called={simulationName(data)}>
        {title}
      </OwnNamesEditor>
    ) : (
      title
    );
  return { record: data, state, editTitle };
}

const toReports = (
  <Button component={Link} to={REPORTS}>
    Ver mis informes
  </Button>
);
