import { useQuery } from "@tanstack/react-query";
import { Loading } from "../../../ui/states.tsx";
import { statsQuery } from "../../simulations/queries.ts";
import { StatCards } from "../../simulations/stat-cards.tsx";

/** The figures above a list. They show no error, since the list itself shows one. */
export function SimulationStats() {
  const { data, isPending } = useQuery(statsQuery);
  if (isPending) return <Loading heights={[96]} label="Cargando el resumen" />;
  return data ? <StatCards stats={data} /> : null;
}
