import { detailPath } from "@ecotrim/contracts/website/pages";
import { Tabs, Text } from "@mantine/core";
import { useEffect, useRef, useState } from "react";
import { Link, Navigate, useLocation, useNavigate } from "react-router-dom";
import { claimedSimulation } from "../../lib/claims.ts";
import { useSession } from "../../lib/session.ts";
import { PageHeading } from "../../ui/page-heading.tsx";
import { Loading } from "../../ui/states.tsx";
import { LoginForm } from "../account/login-form.tsx";
import { NOTHING_TYPED, RegistrationForm } from "../account/registration-form.tsx";
import { addressAfterLogin } from "../account/return-address.ts";
import { useSessionChecked } from "../account/session-check.ts";
import "./auth.css";

/** Time in which the success message can be read, ms. */
const REDIRECT_MS = 1000;

const WORDS = {
  "/login": {
    heading: "Inicie sesión",
    lead: "Sus simulaciones, informes y herramientas están en su área.",
  },
  "/register": {
    heading: "Abra su cuenta",
    lead: "Es gratis: guarde sus simulaciones, compárelas y descargue sus informes.",
  },
};

/** `/login` and `/register`: one screen, whose tab is the address. A logged-in user is redirected. */
export function AuthScreen() {
  return useSessionChecked() ? <Doors /> : <Checking />;
}

function Checking() {
  return (
    <div className="page auth">
      <Loading heights={[40, 360]} label="Comprobando su sesión" />
    </div>
  );
}

function Doors() {
  const session = useSession();
  const [arrivedLoggedIn] = useState(session !== null);
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const [email, setEmail] = useState("");
  const typed = useRef(NOTHING_TYPED);
  const path = pathname === "/register" ? "/register" : "/login";

  const loggedIn = session !== null;
  useEffect(() => {
    if (!loggedIn) return;
    let left = false;
    const leave = async () => {
      const [kept] = await Promise.all([claimedSimulation(), new Promise((read) => setTimeout(read, REDIRECT_MS))]);
      if (!left) await navigate(addressAfterLogin(state, kept && detailPath(kept)), { replace: true });
    };
    void leave();
    return () => {
      left = true;
    };
  }, [loggedIn, navigate, state]);

  if (arrivedLoggedIn && loggedIn) return <Navigate to={addressAfterLogin(state)} replace />;

  const open = (to: string | null) => {
    if (to) void navigate(to, { replace: true, state });
  };
  const { heading, lead } = WORDS[path];

  return (
    <div className="page auth">
      <PageHeading key={path}>{heading}</PageHeading>
      <Text c="dimmed" mt="xs">
        {lead}
      </Text>
      <div className="card auth-card">
        {/* A tab is an address here, whose heading takes the focus: the arrows only go to it, and Enter opens it. */}
        <Tabs value={path} onChange={open} keepMounted={false} activateTabWithKeyboard={false}>
          <Tabs.List grow aria-label="Acceso">
            <Tabs.Tab value="/login">Login</Tabs.Tab>
            <Tabs.Tab value="/register">Registro</Tabs.Tab>
          </Tabs.List>
          <Tabs.Panel value="/login">
            <LoginForm email={email} onEmail={setEmail}>
              <Link to="/restablecer" state={state} className="account-link">
                ¿Ha olvidado su contraseña?
              </Link>
            </LoginForm>
          </Tabs.Panel>
          <Tabs.Panel value="/register">
            <RegistrationForm
              companyRequired
              typed={{ ...typed.current, email: email || typed.current.email }}
              onType={(values) => {
                typed.current = values;
                setEmail(values.email);
              }}
              onLogin={() => open("/login")}
            />
          </Tabs.Panel>
        </Tabs>
      </div>
    </div>
  );
}
