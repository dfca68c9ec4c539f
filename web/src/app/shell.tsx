import { Burger, Button, Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type ComponentType, lazy, Suspense } from "react";
import { Link, NavLink, Outlet, ScrollRestoration, useLocation } from "react-router-dom";
import { returnStateOf } from "../account/return-address.ts";
import { useLogout } from "../account/use-logout.ts";
import { useSession } from "../lib/session.ts";
import "./shell.css";

const NAVIGATION = [
  { to: "/", label: "Inicio" },
  { to: "/calculadora", label: "Calculadora" },
];

/** With the socket and all that comes by it: only for whoever is logged in. The page works without it. */
const Bell = lazy<ComponentType<{ token: string }>>(() =>
  import("../notifications/bell.tsx")
    .then((module) => ({ default: module.Bell }))
    .catch(() => ({ default: () => null })),
);

const AREA = { to: "/mi-area", label: "Mi Área" };

function Navigation({ entries, onNavigate }: { entries: typeof NAVIGATION; onNavigate?: () => void }) {
  return (
    <ul className="nav">
      {entries.map(({ to, label }) => (
        <li key={to}>
          <NavLink to={to} end={to === "/"} className="nav-link" onClick={onNavigate}>
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** The right end of the top bar: the way in, or to what is one's own. */
function Account() {
  const session = useSession();
  const from = returnStateOf(useLocation());

  if (!session)
    return (
      <nav className="topbar-account topbar-wide" aria-label="Cuenta">
        <Link to="/login" state={from} className="nav-link">
          Inicia sesión
        </Link>
        <Button component={Link} to="/register" state={from}>
          Abre una cuenta
        </Button>
      </nav>
    );
  return (
    <div className="topbar-account">
      <NavLink to={AREA.to} className="nav-link topbar-wide">
        {AREA.label}
      </NavLink>
      <span className="topbar-bell">
        <Suspense>
          <Bell key={session.user.id} token={session.token} />
        </Suspense>
      </span>
    </div>
  );
}

/** The side menu's own entries. */
function AccountMenu({ onNavigate }: { onNavigate: () => void }) {
  const session = useSession();
  const from = returnStateOf(useLocation());
  const logout = useLogout();

  if (session)
    return (
      <ul className="nav">
        <li>
          <button
            type="button"
            className="nav-link"
            onClick={() => {
              onNavigate();
              logout();
            }}
          >
            Cerrar sesión
          </button>
        </li>
      </ul>
    );
  return (
    <ul className="nav">
      <li>
        <NavLink to="/login" state={from} className="nav-link" onClick={onNavigate}>
          Iniciar sesión
        </NavLink>
      </li>
      <li>
        <NavLink to="/register" state={from} className="nav-link" onClick={onNavigate}>
          Registrarse
        </NavLink>
      </li>
    </ul>
  );
}

/** Top bar, side menu on small screens, and the body of every page. */
export function Shell() {
  const [menuOpen, menu] = useDisclosure();
  const loggedIn = useSession() !== null;

  return (
    <>
      <a href="#contenido" className="skip-link">
        Saltar al contenido
      </a>
      <header className="topbar">
        <div className="topbar-inner">
          <Link to="/" className="brand">
            <img src="/favicon.svg" alt="" width={28} height={28} />
            Ecotrim
          </Link>
          <nav className="topbar-nav" aria-label="Principal">
            <Navigation entries={NAVIGATION} />
          </nav>
          <Account />
          <Burger
            className="topbar-burger"
            size="sm"
            opened={menuOpen}
            onClick={menu.toggle}
            aria-label={menuOpen ? "Cerrar el menú" : "Abrir el menú"}
            aria-expanded={menuOpen}
          />
        </div>
      </header>
      <Drawer.Root opened={menuOpen} onClose={menu.close} position="right" size={280} lockScroll={false}>
        <Drawer.Overlay />
        <Drawer.Content aria-label="Menú">
          <Drawer.Body className="side-menu">
            <Drawer.CloseButton size={44} iconSize={28} aria-label="Cerrar el menú" />
            <nav aria-label="Menú lateral">
              <Navigation entries={loggedIn ? [...NAVIGATION, AREA] : NAVIGATION} onNavigate={menu.close} />
              <AccountMenu onNavigate={menu.close} />
            </nav>
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <main id="contenido" tabIndex={-1}>
        <Outlet />
      </main>
      <ScrollRestoration />
    </>
  );
}
