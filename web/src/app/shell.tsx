import { Burger, Drawer } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { Link, NavLink, Outlet, ScrollRestoration } from "react-router-dom";
import "./shell.css";

const NAVIGATION = [
  { to: "/", label: "Inicio" },
  { to: "/calculadora", label: "Calculadora" },
];

function Navigation({ onNavigate }: { onNavigate?: () => void }) {
  return (
    <ul className="nav">
      {NAVIGATION.map(({ to, label }) => (
        <li key={to}>
          <NavLink to={to} end={to === "/"} className="nav-link" onClick={onNavigate}>
            {label}
          </NavLink>
        </li>
      ))}
    </ul>
  );
}

/** Top bar, side menu on small screens, and the body of every page. */
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
            Ecotrim
          </Link>
          <nav className="topbar-nav" aria-label="Principal">
            <Navigation />
          </nav>
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
              <Navigation onNavigate={menu.close} />
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
