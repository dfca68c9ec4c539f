import { Button } from "@mantine/core";
import { useState } from "react";
import { Link, Navigate, Outlet, useLocation } from "react-router-dom";
import { useSessionChecked } from "../features/account/session-check.ts";
import { getSessionEnd, useSession } from "../lib/session.ts";
import { PageHeading } from "../ui/page-heading.tsx";
import { EmptyState, Loading } from "../ui/states.tsx";

/** Pages for logged-in users. A visitor is sent to the login and comes back; the address is remembered. */
export function Protected() {
  const session = useSession();
  const checked = useSessionChecked();
  if (!checked) return <CheckingSession />;
  return <Guarded loggedIn={session !== null} />;
}

function Guarded({ loggedIn }: { loggedIn: boolean }) {
  const { pathname, search } = useLocation();
  const [arrivedLoggedIn] = useState(loggedIn);
  const from = { from: pathname + search };

  if (loggedIn) return <Outlet />;
  if (!arrivedLoggedIn) return <Navigate to="/login" state={from} replace />;
  // A logout navigates to the login itself.
  return getSessionEnd() === "logout" ? null : <AccessRequired from={from} />;
}

function CheckingSession() {
  return (
    <div className="page">
      <Loading heights={[40, 24, 320]} label="Comprobando su sesión" />
    </div>
  );
}

/** The session has ended under an open page. */
function AccessRequired({ from }: { from: { from: string } }) {
  return (
    <div className="page page-narrow">
      <PageHeading title="Acceso restringido">Inicie sesión para continuar</PageHeading>
      <EmptyState
        title="Su sesión ha terminado."
        action={
          <Button component={Link} to="/login" state={from} size="lg">
            Iniciar sesión
          </Button>
        }
      >
        Esta página es solo para usuarios registrados. Sus datos siguen guardados: después de iniciar sesión volverá
        aquí.
      </EmptyState>
    </div>
  );
}
