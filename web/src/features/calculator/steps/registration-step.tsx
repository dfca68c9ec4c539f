import { detailPath } from "@ecotrim/contracts/website/pages";
import { Button, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { Link, useNavigate } from "react-router-dom";
import { claimedSimulation } from "../../../lib/claims.ts";
import { useSession } from "../../../lib/session.ts";
import { REGISTERED_REDIRECT_MS } from "../../../lib/timings.ts";
import { PageHeading } from "../../../ui/page-heading.tsx";
import { LoginForm } from "../../account/login-form.tsx";
import { NOTHING_TYPED, RegistrationForm } from "../../account/registration-form.tsx";
import { RESULTS_STEP } from "../state.ts";
import { getCalculator } from "../store.ts";
import { WizardFrame } from "../wizard-frame.tsx";

/** The simulation with its report, once the account holds it; else the list where it will be. */
function keptAt(): string {
  const { run } = getCalculator();
  return run?.handle && run.claimed ? detailPath(run.handle.id) : "/mi-area?seccion=informes";
}

/** Step 7. The simulation goes to the account by itself, whichever way the session begins (see `lib/claims.ts`). */
export function RegistrationStep() {
  const loggedIn = useSession() !== null;
  const [arrivedLoggedIn] = useState(loggedIn);
  const navigate = useNavigate();

  useEffect(() => {
    if (!loggedIn) return;
    let left = false;
    const leave = async () => {
      await Promise.all([claimedSimulation(), new Promise((read) => setTimeout(read, REGISTERED_REDIRECT_MS))]);
      if (!left) await navigate(keptAt());
    };
    void leave();
    return () => {
      left = true;
    };
  }, [loggedIn, navigate]);

  return (
    <WizardFrame step={RESULTS_STEP + 1}>
      <div className="step">{arrivedLoggedIn && loggedIn ? <LoggedIn /> : <Doors />}</div>
    </WizardFrame>
  );
}

function LoggedIn() {
  return (
    <>
      <PageHeading>Ya ha iniciado sesión</PageHeading>
      <div className="card step" role="status">
        <Text>Su simulación está en su cuenta. Redirigiendo a su área...</Text>
        <div className="step-actions">
          <Button component={Link} to={keptAt()} size="lg">
            Ver mi simulación
          </Button>
        </div>
      </div>
    </>
  );
}

function Doors() {
  const [hasAccount, setHasAccount] = useState(false);
  const [email, setEmail] = useState("");
  const typed = useRef(NOTHING_TYPED);

  return (
    <>
      <PageHeading>Completa tu registro</PageHeading>
      <p className="step-lead">
        {hasAccount
          ? "Inicie sesión y su simulación pasará a su cuenta."
          : "Abra su cuenta gratis: guardamos su simulación y podrá ver todo el resultado y descargar el informe básico."}
      </p>
      <div className="card">
        {hasAccount ? (
          <LoginForm email={email} onEmail={setEmail}>
            <Link to="/restablecer" className="account-link">
              ¿Ha olvidado su contraseña?
            </Link>
          </LoginForm>
        ) : (
          <RegistrationForm
            companyRequired={false}
            typed={{ ...typed.current, email: email || typed.current.email }}
            onType={(values) => {
              typed.current = values;
              setEmail(values.email);
            }}
            onLogin={() => setHasAccount(true)}
          />
        )}
      </div>
      <div className="step-actions">
        <Button size="lg" variant="default" onClick={() => setHasAccount(!hasAccount)}>
          {hasAccount ? "Crear una cuenta" : "Ya tengo cuenta"}
        </Button>
      </div>
    </>
  );
}
