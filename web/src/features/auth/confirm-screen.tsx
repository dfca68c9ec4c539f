import { Button, Text } from "@mantine/core";
import { useState } from "react";
import { Link, useSearchParams } from "react-router-dom";
import { ApiError } from "../../lib/http.ts";
import { getSession, updateUser, useSession } from "../../lib/session.ts";
import { FeedbackBanner, useFeedback } from "../../ui/feedback.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { confirmEmail } from "../account/calls.ts";
import "./auth.css";

/** `/confirmar-correo?token=`: opening the link, as mail scanners do, uses nothing up; the click does. */
export function ConfirmScreen() {
  const token = useSearchParams()[0].get("token");
  const session = useSession();
  const { feedback, say } = useFeedback();
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<"done" | "invalid" | undefined>(token ? undefined : "invalid");

  const confirm = async () => {
    setBusy(true);
    try {
      await confirmEmail(token ?? "");
      const user = getSession()?.user;
      if (user) updateUser({ ...user, emailConfirmed: true });
      setOutcome("done");
    } catch (error) {
      if (error instanceof ApiError && error.code === "LINK_INVALID") setOutcome("invalid");
      else say("bad", (error as Error).message);
    }
    setBusy(false);
  };

  const onward = (
    <Button component={Link} to={session ? "/mi-area" : "/login"} size="lg">
      {session ? "Ir a mi área" : "Iniciar sesión"}
    </Button>
  );

  if (outcome === "done")
    return (
      <div className="page auth">
        <PageHeading title="Correo confirmado">Su correo está confirmado</PageHeading>
        <div className="card auth-card auth-steps" role="status">
          <Text>Gracias. Desde ahora verá también las simulaciones que compartan con usted.</Text>
          {onward}
        </div>
      </div>
    );

  if (outcome === "invalid")
    return (
      <div className="page auth">
        <PageHeading title="Enlace no válido">Este enlace ya no sirve</PageHeading>
        <div className="card auth-card auth-steps" role="alert">
          <Text>
            Ha caducado o ya se ha usado: quizá su correo ya esté confirmado. En su área puede verlo y pedir otro
            enlace.
          </Text>
          {onward}
        </div>
      </div>
    );

  return (
    <div className="page auth">
      <PageHeading>Confirme su correo</PageHeading>
      <div className="card auth-card auth-steps">
        <Text>Pulse el botón para confirmar que este correo es suyo.</Text>
        <FeedbackBanner feedback={feedback} />
        <Button size="lg" onClick={() => void confirm()} loading={busy}>
          Confirmar mi correo
        </Button>
      </div>
    </div>
  );
}
