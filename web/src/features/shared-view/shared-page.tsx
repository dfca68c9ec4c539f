import { longDate } from "@ecotrim/present/dates";
import { batteryName } from "@ecotrim/present/simulations/battery-name";
import { Button } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { Link, useParams } from "react-router-dom";
import { ApiError } from "../../lib/http.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { EmptyState, ErrorState, Loading } from "../../ui/states.tsx";
import { SimulationDetail } from "../simulation-detail/simulation-detail.tsx";
import { fetchShared } from "../simulations/calls.ts";
import { simulationKeys } from "../simulations/keys.ts";

/** A simulation shared by a link: readable for anybody who has the link, and hidden from search engines. */
export function SharedPage() {
  const { token = "" } = useParams();
  const { data, error, refetch } = useQuery({
    queryKey: simulationKeys.shared(token),
    queryFn: ({ signal }) => fetchShared(token, signal),
    retry: (count, cause) => count < 1 && !(cause instanceof ApiError && cause.status === 404),
  });

  return (
    <div className="page">
      <header className="bar">
        <div>
          <PageHeading>{data ? batteryName(data) : "Simulación compartida"}</PageHeading>
          <p>Simulación compartida, solo lectura{data && ` · ${longDate(data.createdAt)}`}</p>
        </div>
        <Button component={Link} to="/calculadora">
          Simular mi planta gratis
        </Button>
      </header>
      {data ? (
        <SimulationDetail record={data} />
      ) : !error ? (
        <Loading heights={[44, 240, 320]} label="Cargando la simulación" />
      ) : error instanceof ApiError && error.status === 404 ? (
        <EmptyState title={error.message} />
      ) : (
        <ErrorState title="No se ha podido cargar la simulación" error={error} onRetry={() => void refetch()}>
          {error.message}
        </ErrorState>
      )}
    </div>
  );
}
