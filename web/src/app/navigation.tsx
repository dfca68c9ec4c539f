import { useDisclosure } from "@mantine/hooks";
import { type FocusEvent, type KeyboardEvent, useId, useRef } from "react";
import { Link, NavLink, useLocation } from "react-router-dom";
import { SERVICES } from "../features/home/services.ts";

interface NavigationProps {
  /** Below one another, as in the mobile menu; else side by side. */
  stacked?: boolean;
  /** Stands elsewhere in the same menu. */
  withoutContact?: boolean;
  onNavigate?: (() => void) | undefined;
}

/** The entries of the top bar and of the mobile menu. */
export function Navigation({ stacked = false, withoutContact = false, onNavigate }: NavigationProps) {
  return (
    <ul className="nav">
      <li>
        <SectionLink id="inicio" onNavigate={onNavigate}>
          Inicio
        </SectionLink>
      </li>
      <li>
        <PageLink to="/calculadora" onNavigate={onNavigate}>
          Calculadora
        </PageLink>
      </li>
      <li>
        <ServicesMenu stacked={stacked} onNavigate={onNavigate} />
      </li>
      <li>
        <PageLink to="/productos" onNavigate={onNavigate}>
          Productos
        </PageLink>
      </li>
      <li>
        <SectionLink id="baterias" onNavigate={onNavigate}>
          Baterías
        </SectionLink>
      </li>
      {!withoutContact && (
        <li>
          <PageLink to="/contacto" onNavigate={onNavigate}>
            Contacto
          </PageLink>
        </li>
      )}
    </ul>
  );
}

interface PageLinkProps extends Pick<NavigationProps, "onNavigate"> {
  to: string;
  children: string;
}

const PageLink = ({ to, children, onNavigate }: PageLinkProps) => (
  <NavLink to={to} className="nav-link" onClick={onNavigate}>
    {children}
  </NavLink>
);

interface SectionLinkProps {
  id: string;
  children: string;
  onNavigate: (() => void) | undefined;
}

/** Leads to a section of the landing page, which scrolls there itself. */
function SectionLink({ id, children, onNavigate }: SectionLinkProps) {
  const { pathname, hash } = useLocation();
  const here = pathname === "/" && (hash === `#${id}` || (id === "inicio" && hash === ""));
  return (
    <Link
      to={{ pathname: "/", hash: id }}
      className={here ? "nav-link active" : "nav-link"}
      aria-current={here ? "location" : undefined}
      preventScrollReset
      onClick={onNavigate}
    >
      {children}
    </Link>
  );
}

/** Opens on a click; Escape, a click elsewhere or leaving it by Tab closes it. */
function ServicesMenu({ stacked = false, onNavigate }: NavigationProps) {
  const [open, menu] = useDisclosure();
  const id = useId();
  const trigger = useRef<HTMLButtonElement>(null);

  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!stacked && !currentTarget.contains(relatedTarget as Node | null)) menu.close();
  };
  const onKeyDown = ({ key, nativeEvent }: KeyboardEvent) => {
    if (key !== "Escape" || !open) return;
    // Escape must not close the surrounding mobile menu as well.
    nativeEvent.stopImmediatePropagation();
    menu.close();
    trigger.current?.focus();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only listens to what happens at its button and links
    <div className="nav-group" data-stacked={stacked || undefined} onBlur={onBlur} onKeyDown={onKeyDown}>
      <button
        ref={trigger}
        type="button"
        className="nav-link"
        aria-expanded={open}
        aria-controls={id}
        onClick={menu.toggle}
        // Safari does not focus a clicked button, and without focus no blur event closes the menu.
        onMouseDown={({ currentTarget }) => currentTarget.focus()}
      >
        Servicios
        <svg className="nav-arrow" viewBox="0 0 12 12" aria-hidden="true">
          <path d="M2.5 4.5 6 8l3.5-3.5" fill="none" stroke="currentColor" strokeWidth={1.6} strokeLinecap="round" />
        </svg>
      </button>
      <ul id={id} className="nav-sub" hidden={!open}>
        {SERVICES.map((service) => (
          <li key={service.id}>
            <SectionLink
              id={service.id}
              onNavigate={() => {
                menu.close();
                onNavigate?.();
              }}
            >
              {service.label}
            </SectionLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
