import { Button, Text } from "@mantine/core";
import { Link } from "react-router-dom";
import { website } from "../../lib/website.ts";
import { NewTabHint } from "../../ui/new-tab.tsx";
import { PageHeading } from "../../ui/page-heading.tsx";
import { PRODUCTS } from "./catalog.ts";
import "./products.css";

/** `/productos`: what the company offers, for whom, at what price, and the way to each. */
export function ProductsPage() {
  return (
    <div className="page">
      <PageHeading>Herramientas y servicios para decidir su batería</PageHeading>
      <p className="page-lead">
        Desde un primer número en 3 minutos hasta el desarrollo de un proyecto entero. Empiece por donde esté.
      </p>
      <ul className="products">
        {PRODUCTS.map((product) => (
          <li key={product.id}>
            <ProductCard product={product} />
          </li>
        ))}
      </ul>
      <EcotrimPanel />
    </div>
  );
}

type Product = (typeof PRODUCTS)[number];

function ProductCard({ product }: { product: Product }) {
  const { id, name, badge, tone, Picture, what, facts, action, also } = product;
  return (
    <article className="card product" aria-labelledby={`producto-${id}`}>
      <Picture />
      <div className="bar product-title">
        <h2 id={`producto-${id}`}>{name}</h2>
        <span className="product-badge" data-tone={tone}>
          {badge}
        </span>
      </div>
      <p>{what}</p>
      <dl>
        {facts.map(({ term, text }) => (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <Action action={action} />
      {also && (
        <Text size="sm">
          <Link to={also.to}>{also.label}</Link>
        </Text>
      )}
    </article>
  );
}

function Action({ action }: { action: Product["action"] }) {
  if (action.kind === "page")
    return (
      <Button component={Link} to={action.to} size="md" color="solar.4" c="black">
        {action.label}
      </Button>
    );
  if (action.kind === "tab")
    return (
      <Button component="a" href={action.href} target="_blank" rel="noopener" size="md">
        {action.label}
        <NewTabHint />
      </Button>
    );
  return (
    <div className="product-mail">
      <Button component="a" href={action.href} size="md" variant="default">
        {action.label}
      </Button>
      <Text size="sm" c="dimmed">
        Se abre su programa de correo, a {website.company.email}. ¿No lo usa aquí?{" "}
        <Link to="/contacto">Escríbanos</Link>.
      </Text>
    </div>
  );
}

const FIGURES = [
  { value: "50 variables", text: "en el panel de partida: su instalación, su tarifa, el mercado y la batería." },
  { value: "100 y más", text: "variables configurables en total, que ajustamos con usted a su caso." },
  { value: "50.000 y más", text: "iteraciones por simulación, para ver qué puede salir mejor y qué peor." },
];

function EcotrimPanel() {
  return (
    <section className="product-panel" aria-labelledby="panel-ecotrim">
      <h2 id="panel-ecotrim">Qué hay dentro de una simulación EcoTrim</h2>
      <ul>
        {FIGURES.map(({ value, text }) => (
          <li key={value}>
            <strong>{value}</strong>
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
