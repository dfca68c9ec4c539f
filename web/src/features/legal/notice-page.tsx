import { TERMS_VERSION } from "@ecotrim/contracts/billing/payment";
import { Link } from "react-router-dom";
import { website } from "../../lib/website.ts";
import { CompanyFacts, Mail } from "./company-facts.tsx";
import { LegalPage, type LegalSection, versionLine } from "./legal-page.tsx";

const SECTIONS: LegalSection[] = [
  {
    id: "titular",
    title: "Titular del sitio",
    body: (
      <>
        <p>
          En cumplimiento del artículo 10 de la Ley 34/2002, de servicios de la sociedad de la información y de comercio
          electrónico (LSSI):
        </p>
        <CompanyFacts />
      </>
    ),
  },
  {
    id: "uso",
    title: "Condiciones de uso",
    body: (
      <>
        <p>
          El acceso al sitio y la calculadora son gratuitos y no exigen registro. Guardar simulaciones, descargar
          informes y contratar requieren una cuenta, personal, cuya contraseña debe custodiar quien la abre.
        </p>
        <p>Quien usa el sitio se compromete a no:</p>
        <ul>
          <li>intentar acceder a datos de otras personas ni eludir las medidas de seguridad;</li>
          <li>enviar peticiones automáticas en un número que perjudique el servicio a los demás;</li>
          <li>usarlo con fines ilícitos o introducir datos personales de terceros sin su permiso.</li>
        </ul>
        <p>
          Podemos limitar o suspender el acceso de quien incumpla estas condiciones. Lo que se contrata con precio se
          rige además por las <Link to="/condiciones">condiciones de contratación</Link>.
        </p>
      </>
    ),
  },
  {
    id: "estimaciones",
    title: "Qué valor tienen los resultados",
    body: (
      <>
        <p>
          Los ahorros, la TIR, el VAN, el coste de la energía y las demás cifras son <strong>estimaciones</strong>,
          calculadas con los datos que usted introduce, precios de un año pasado y supuestos que se muestran junto al
          resultado. No son una oferta ni una garantía, ni asesoramiento financiero, fiscal o técnico.
        </p>
        <p>
          El resultado real dependerá de los precios futuros, del consumo, de la instalación y de su operación. Antes de
          invertir, pida un estudio de su caso. Los errores del cálculo que nos comunique los corregiremos.
        </p>
      </>
    ),
  },
  {
    id: "responsabilidad",
    title: "Responsabilidad",
    body: (
      <>
        <p>
          Cuidamos de que el sitio funcione, pero no podemos asegurar que lo haga sin interrupciones. No respondemos de
          las decisiones tomadas solo a partir de una estimación gratuita, ni del contenido de los sitios de terceros a
          los que enlazamos.
        </p>
        <p>
          Nada de lo anterior excluye la responsabilidad por dolo o culpa grave, ni los derechos que la ley reconoce a
          los consumidores.
        </p>
      </>
    ),
  },
  {
    id: "propiedad",
    title: "Propiedad intelectual e industrial",
    body: (
      <p>
        Los textos, dibujos, marcas, diseño y programas del sitio son de {website.company.name} o se usan con licencia
        de sus titulares. Los resultados de sus simulaciones y los informes que descarga puede usarlos, copiarlos y
        entregarlos a terceros para la actividad de su empresa, citando su origen; no revenderlos como servicio propio.
        Los datos que usted introduce siguen siendo suyos.
      </p>
    ),
  },
  {
    id: "datos",
    title: "Datos personales y cookies",
    body: (
      <p>
        Se tratan conforme a la <Link to="/privacidad">política de privacidad</Link> y la{" "}
        <Link to="/cookies">política de cookies</Link>. Si algo del sitio le resulta difícil de usar, vea la{" "}
        <Link to="/accesibilidad">declaración de accesibilidad</Link>.
      </p>
    ),
  },
  {
    id: "ley",
    title: "Ley aplicable y tribunales",
    body: (
      <p>
        Se aplica la ley española. Entre empresas, las partes se someten a los juzgados y tribunales de Madrid. Un
        consumidor puede acudir siempre a los de su domicilio. Para cualquier cuestión, escriba antes a <Mail />: casi
        todo se arregla así.
      </p>
    ),
  },
];

/** `/legal`: the company behind the website (LSSI, art. 10) and the terms of its use. */
export const NoticePage = () => (
  <LegalPage
    heading="Aviso legal"
    version={versionLine(TERMS_VERSION)}
    lead={<p>Quién está detrás de este sitio, cómo se puede usar y qué puede esperar de sus resultados.</p>}
    sections={SECTIONS}
  />
);
