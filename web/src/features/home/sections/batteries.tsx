import { DayCurve } from "./day-curve.tsx";
import "./batteries.css";

const CLAIMS = [
  {
    figure: "9.000 MW",
    text: "de baterías en España hasta 2030",
    source:
      "Previsión propia. El PNIEC 2023-2030 (septiembre de 2024) fija 22,5 GW de almacenamiento, todas las tecnologías juntas.",
  },
  {
    figure: "−50 %",
    text: "de CapEx frente a 2023",
    source:
      "Estimación propia para 2026. BloombergNEF (Energy Storage System Cost Survey, 2024) ya midió una caída del 40 % en el año 2024.",
  },
  {
    figure: "< 45 €/MWh",
    text: "de LCOE en los mejores proyectos",
    source:
      "Estimación propia para fotovoltaica con batería a gran escala. El de su fábrica incluye la energía de la red y lo calcula la simulación.",
  },
];

const MODELS = [
  {
    name: "Energía como servicio",
    alias: "Sin inversión",
    text: "Nosotros ponemos la batería y usted paga una cuota menor que lo que ahorra.",
    facts: ["Inversión: cero", "Ahorro garantizado por contrato", "Mantenimiento incluido"],
  },
  {
    name: "Coinversión",
    alias: "A medias",
    text: "Compartimos la inversión y repartimos el ahorro en la misma proporción.",
    facts: ["Inversión: una parte", "Ahorro: su parte, desde el primer mes", "Riesgo compartido"],
  },
  {
    name: "Llave en mano",
    alias: "Compra",
    text: "Usted compra la batería; nosotros la proyectamos, instalamos y ponemos en marcha.",
    facts: ["Inversión: toda", "Ahorro: todo para usted", "Un solo responsable y un plazo cerrado"],
  },
];

/** Why batteries, why now, and the three ways to have one. */
export function Batteries() {
  return (
    <section id="baterias" className="band" aria-labelledby="baterias-title">
      <div className="page">
        <h2 id="baterias-title" className="band-title" tabIndex={-1}>
          Baterías
        </h2>
        <p className="band-lead">
          Una batería guarda el sol del mediodía, cuando vale poco, y lo devuelve a su fábrica en las horas caras.
        </p>
        <div className="batteries-top">
          <figure className="card batteries-day">
            <DayCurve />
            <figcaption>Esquema de un día soleado.</figcaption>
          </figure>
          <ul className="claims">
            {CLAIMS.map(({ figure, text, source }) => (
              <li key={figure}>
                <strong>{figure}</strong>
                <span>{text}</span>
                <small>{source}</small>
              </li>
            ))}
          </ul>
        </div>
        <h3 className="models-title">Tres formas de tenerla</h3>
        <div className="models">
          {MODELS.map(({ name, alias, text, facts }) => (
            <article key={name} className="card">
              <p className="model-alias">{alias}</p>
              <h4>{name}</h4>
              <p>{text}</p>
              <ul>
                {facts.map((fact) => (
                  <li key={fact}>{fact}</li>
                ))}
              </ul>
            </article>
          ))}
        </div>
      </div>
    </section>
  );
}
