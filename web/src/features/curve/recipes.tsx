import { Refine } from "../../ui/refine.tsx";

const RECIPES: [name: string, steps: string][] = [
  [
    "Datadis (cualquier distribuidora)",
    "Entre en datadis.es con certificado o Cl@ve. Consumo → Horario o Cuartohorario → los últimos 12 a 24 meses → CSV. Si le rechaza la consulta por repetida, espere 24 horas.",
  ],
  ["i-DE (Iberdrola)", "Área de clientes → Mis consumos → Curva de carga → elija las fechas → Exportar a Excel o CSV."],
  [
    "e-distribución (Endesa)",
    "Área privada → Mis suministros → Curva de carga → elija las fechas, un mes o un año → Descargar CSV.",
  ],
  ["UFD (Naturgy)", "Área privada → Consumos → Curva horaria → Descargar. Si solo da meses, suba los doce a la vez."],
];

/** Where the commonest files come from. */
export function Recipes() {
  return (
    <Refine title="¿Cómo la consigo?" summary="Datadis, i-DE, e-distribución y UFD">
      <dl className="curve-recipes">
        {RECIPES.map(([name, steps]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{steps}</dd>
          </div>
        ))}
      </dl>
      <p className="step-note">
        Si cambió de comercializadora o de potencia, descargue aparte los meses de antes y de después.
      </p>
    </Refine>
  );
}
