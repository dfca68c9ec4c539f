import { SAMPLE_PATH } from "@ecotrim/present/reports/sample";
import { Link } from "react-router-dom";
import { website } from "../lib/website.ts";
import "./footer.css";

const GROUPS = [
  {
    title: "Producto",
    links: [
      { to: "/calculadora", label: "Calculadora" },
      { to: "/productos", label: "Productos" },
      { to: SAMPLE_PATH, label: "Informe de ejemplo" },
      { to: "/contacto", label: "Contacto" },
    ],
  },
  {
    title: "Legal",
    links: [
      { to: "/legal", label: "Aviso Legal" },
      { to: "/privacidad", label: "Política de Privacidad" },
      { to: "/condiciones", label: "Condiciones de contratación" },
      { to: "/accesibilidad", label: "Accesibilidad" },
    ],
  },
];

/** The end of every page. */
export function Footer() {
  const { company } = website;
  return (
    <footer className="footer">
      <div className="footer-inner">
        <div>
          <p className="footer-brand">{company.tradeName}</p>
          <p>Almacenamiento de energía para la industria.</p>
          <p>
            <a href={`mailto:${company.email}`}>{company.email}</a>
          </p>
        </div>
        {GROUPS.map(({ title, links }) => (
          <nav key={title} aria-label={title}>
            <p className="footer-title">{title}</p>
            <ul>
              {links.map(({ to, label }) => (
                <li key={to}>
                  <Link to={to}>{label}</Link>
                </li>
              ))}
              {title === "Legal" && (
                <>
                  <li>
                    <Link to="/cookies">Cookies</Link>
                  </li>
                  <li>
                    <Link to="/cookies#ajustes">Configurar cookies</Link>
                  </li>
                  <li>
                    <Link to="/desistimiento">Desistir del contrato aquí</Link>
                  </li>
                </>
              )}
            </ul>
          </nav>
        ))}
      </div>
      <p className="footer-end">
        © {new Date().getFullYear()} {company.name}
      </p>
    </footer>
  );
}
