import { Burger, Button, Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { type ComponentType, lazy, Suspense } from "react";
import { Link, type Location, NavLink, Outlet, ScrollRestoration, useLocation } from "react-router-dom";
import { returnStateOf } from "../features/account/return-address.ts";
import { useLogout } from "../features/account/use-logout.ts";
import { INSTALLATIONS } from "../features/installations/addresses.ts";
import { useSession } from "../lib/session.ts";
import { Footer } from "./footer.tsx";
import { Navigation } from "./navigation.tsx";
import "./shell.css";

/** Loaded with the socket's code, for logged-in users only. The page works without the bell. */
const Bell = lazy<ComponentType<{ token: string }>>(() =>
  import("../features/notifications/bell.tsx")
    .then((module) => ({ default: module.Bell }))
    .catch(() => ({ default: () => null })),
);

/** The right end of the top bar: the login, or the way to the account. */
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
      <NavLink to="/historial-simulaciones" className="nav-link topbar-wide">
        Historial
      </NavLink>
      <NavLink to="/mi-area" className="nav-link topbar-wide">
        Mi Área
      </NavLink>
      <span className="topbar-bell">
        <Suspense>
          <Bell key={session.user.id} token={session.token} />
        </Suspense>
      </span>
    </div>
  );
}

interface MenuProps {
  onNavigate: () => void;
}

/** The entries of the top bar on narrow screens, without those that the side menu below holds. */
function MobileMenu({ onNavigate }: MenuProps) {
  const loggedIn = useSession() !== null;
  return (
    <nav className="mobile-menu" aria-label="Menú principal">
      <Navigation stacked withoutContact={!loggedIn} onNavigate={onNavigate} />
      {loggedIn && (
        <ul className="nav">
          <li>
            <NavLink to="/historial-simulaciones" className="nav-link" onClick={onNavigate}>
              Historial
            </NavLink>
          </li>
          <li>
            <NavLink to="/mi-area" className="nav-link" onClick={onNavigate}>
              Mi Área
            </NavLink>
          </li>
        </ul>
      )}
    </nav>
  );
}

function SideMenu({ onNavigate }: MenuProps) {
  const loggedIn = useSession() !== null;
  const from = returnStateOf(useLocation());
  const logout = useLogout();
  return (
    <nav aria-label="Menú lateral">
      <ul className="nav">
        {loggedIn ? (
          <>
            <li>
              <Link to={INSTALLATIONS} className="nav-link" onClick={onNavigate}>
                Mis instalaciones
              </Link>
            </li>
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
          </>
        ) : (
          <>
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
            <li>
              <NavLink to="/contacto" className="nav-link" onClick={onNavigate}>
                Contacto
              </NavLink>
            </li>
          </>
        )}
      </ul>
    </nav>
  );
}

/**
 * Key of a stored scroll position. The first entry of every visit has the key `default`, so its path is used instead.
 */
const entryKey = ({ key, pathname }: Location): string => (key === "default" ? pathname : key);

/** Top bar, side menu, the body of every page, and its end. */
export function Shell() {
  const [menuOpen, menu] = useDisclosure();

  return (
    <>
      <a href="#contenido" className="skip-link">
        Saltar al contenido
      </a>
      <header className="topbar">
        <div className="topbar-inner">
          <Link to="/" className="brand">
            <img src="/favicon.svg" alt="" width={28} height={28} />
            EcoTrim
          </Link>
          <nav className="topbar-nav" aria-label="Principal">
            <Navigation />
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
      <Drawer.Root
        opened={menuOpen}
        onClose={menu.close}
        position="right"
        size={280}
        lockScroll={false}
        classNames={{ inner: "over-toasts" }}
      >
        <Drawer.Overlay />
        <Drawer.Content aria-label="Menú">
          <Drawer.Body className="side-menu">
            <Drawer.CloseButton size={44} iconSize={28} aria-label="Cerrar el menú" />
            <MobileMenu onNavigate={menu.close} />
            <SideMenu onNavigate={menu.close} />
          </Drawer.Body>
        </Drawer.Content>
      </Drawer.Root>
      <main id="contenido" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer />
      <ScrollRestoration getKey={entryKey} />
    </>
  );
}
