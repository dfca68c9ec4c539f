import { PRIVACY_VERSION } from "@ecotrim/contracts/auth/account";
import { Link } from "react-router-dom";
import { Mail } from "./company-facts.tsx";
import { LegalPage, type LegalSection, versionLine } from "./legal-page.tsx";
import { STORED } from "./storage.ts";
import { Table } from "./table.tsx";

const SECTIONS: LegalSection[] = [
  {
    id: "que-son",
    title: "Qué son",
    body: (
      <p>
        Las cookies y las técnicas parecidas, como el almacenamiento local, guardan datos en su navegador. Este sitio{" "}
        <strong>no usa cookies</strong>: usa el almacenamiento del navegador, que no se envía solo al servidor. Le
        aplicamos las mismas reglas (art. 22.2 LSSI).
      </p>
    ),
  },
  {
    id: "cuales",
    title: "Qué guardamos en su navegador",
    body: (
      <>
        <Table
          label="Lo que se guarda en el navegador"
          columns={["Nombre", "Para qué", "Duración", "Tipo"]}
          rows={STORED}
          code
        />
        <p>
          «Local» es el almacenamiento local del navegador, y «de sesión», el que se borra con la pestaña. Todo es
          propio y necesario para lo que usted pide, por lo que no requiere consentimiento. No hay cookies de publicidad
          ni de terceros.
        </p>
      </>
    ),
  },
  {
    id: "ajustes",
    title: "Ajustes",
    body: (
      <>
        <p>
          Hoy este sitio no usa nada opcional: no mide sus visitas ni guarda nada que requiera su consentimiento. Por
          eso no le preguntamos al entrar, y aquí no hay nada que aceptar ni rechazar. Si eso cambiara, se lo
          preguntaríamos antes y podría elegir en este apartado.
        </p>
        <p>
          Puede borrar lo guardado desde los ajustes de su navegador, en «Privacidad» o «Datos de sitios». Al hacerlo se
          cerrará su sesión y la calculadora olvidará sus respuestas; lo que está en su cuenta se conserva.
        </p>
      </>
    ),
  },
  {
    id: "terceros",
    title: "Otras páginas",
    body: (
      <p>
        El pago se hace en la página de Stripe y GeoTrim se abre en la suya: allí valen sus propias políticas de
        cookies.
      </p>
    ),
  },
  {
    id: "dudas",
    title: "Más información",
    body: (
      <p>
        Quién trata sus datos y qué derechos tiene está en la <Link to="/privacidad">política de privacidad</Link>. Para
        preguntar, escriba a <Mail />.
      </p>
    ),
  },
];

/** `/cookies`: all that the site keeps in a browser, and that there is nothing to choose. */
export const CookiesPage = () => (
  <LegalPage
    heading="Política de cookies"
    version={versionLine(PRIVACY_VERSION)}
    lead={<p>En su navegador guardamos solo lo que el sitio necesita para funcionar. Aquí está todo, por su nombre.</p>}
    sections={SECTIONS}
  />
);
