import { longDate } from "@ecotrim/present/dates";
import { Mail } from "./company-facts.tsx";
import { LegalPage, type LegalSection } from "./legal-page.tsx";

/** When the statement was last checked against the site. */
const REVIEWED = "2026-11-28";

const SECTIONS: LegalSection[] = [
  {
    id: "alcance",
    title: "Alcance y grado de cumplimiento",
    body: (
      <>
        <p>
          Esta declaración vale para el sitio web y los informes en PDF que genera. Está hecho para cumplir las Pautas
          de Accesibilidad para el Contenido Web <strong>WCAG 2.2, nivel AA</strong>. Nuestra evaluación es que las
          cumple <strong>parcialmente</strong>, por lo que se dice en «Lo que no es aún accesible».
        </p>
      </>
    ),
  },
  {
    id: "comprobado",
    title: "Cómo lo comprobamos",
    body: (
      <>
        <p>Es una autoevaluación, que se repite con cada cambio:</p>
        <ul>
          <li>un análisis automático (axe) de las pantallas, a 1280 y a 320 píxeles de ancho;</li>
          <li>recorridos completos de la calculadora solo con el teclado, con el foco siempre visible;</li>
          <li>
            a 320 píxeles de ancho nada obliga a desplazarse en horizontal, salvo las tablas anchas, dentro de su marco;
          </li>
          <li>cada gráfico tiene su tabla de datos, y ningún dato se distingue solo por el color;</li>
          <li>los formularios dicen con palabras qué falta y conservan lo escrito;</li>
          <li>las animaciones se apagan si su sistema pide menos movimiento;</li>
          <li>los informes en PDF llevan etiquetas de estructura, título e idioma.</li>
        </ul>
      </>
    ),
  },
  {
    id: "limites",
    title: "Lo que no es aún accesible",
    body: (
      <ul>
        <li>
          No ha habido todavía una auditoría externa ni pruebas con personas que usan lectores de pantalla: puede haber
          dificultades que un análisis automático no encuentra.
        </li>
        <li>
          Los gráficos interactivos se leen con su tabla de datos; los detalles que aparecen al pasar el ratón no se
          alcanzan con el teclado.
        </li>
        <li>En los informes en PDF, los gráficos se resumen en su texto y no dan cada dato por separado.</li>
        <li>La página de pago de Stripe y la aplicación GeoTrim son de terceros y no entran en esta declaración.</li>
      </ul>
    ),
  },
  {
    id: "avisar",
    title: "Avísenos de una dificultad",
    body: (
      <p>
        Escriba a <Mail />: díganos en qué página estaba, qué quería hacer y qué ayuda técnica usa. Le contestamos en un
        mes a más tardar y, si lo necesita, le damos la información de otra forma. Si no queda conforme, puede reclamar
        ante los servicios de consumo de su comunidad autónoma.
      </p>
    ),
  },
  {
    id: "fecha",
    title: "Fecha",
    body: <p>Declaración revisada el {longDate(REVIEWED)} a partir de una evaluación propia.</p>,
  },
];

/** `/accesibilidad`: how accessible the site is, how that is tested, and whom to tell about faults. */
export const AccessibilityPage = () => (
  <LegalPage
    heading="Declaración de accesibilidad"
    version={`Revisada el ${longDate(REVIEWED)}`}
    lead={<p>Queremos que cualquiera pueda usar este sitio. Esto es lo que hemos hecho, y lo que falta.</p>}
    sections={SECTIONS}
  />
);
