import { PageHeading } from "../ui/page-heading.tsx";
import { ErrorState, Loading } from "../ui/states.tsx";
import "./shell.css";

/** Shown while the code of the first page loads. */
export function RouteLoading() {
  return (
    <div className="page page-narrow">
      <Loading heights={[24, 48, 160, 48]} label="Cargando la página" />
    </div>
  );
}

/** The code of a page did not arrive, or a page broke: nothing the visitor typed is lost, since the store keeps it. */
export function RouteError() {
  return (
    <div className="page page-narrow">
      <PageHeading title="Error">No se ha podido mostrar esta página</PageHeading>
      <ErrorState title="Ha fallado la carga de la página." onRetry={() => window.location.reload()}>
        Sus datos siguen guardados en este navegador. Compruebe su conexión y vuelva a intentarlo.
      </ErrorState>
    </div>
  );
}
