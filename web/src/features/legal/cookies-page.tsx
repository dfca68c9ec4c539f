import { PRIVACY_VERSION } from "@ecotrim/contracts/auth/account";
import { Button } from "@mantine/core";
import { Link } from "react-router-dom";
import { openConsent } from "../consent/consent.ts";
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
    id: "medicion",
    title: "Medición, solo si la acepta",
    body: (
      <p>
        Si acepta, medimos cuánto tardan en cargar las páginas, sin identificarle y sin terceros. Para ello no se guarda
        en su navegador nada más que su elección. Si la rechaza, o mientras no elija, no se mide nada, y el sitio
        funciona igual.
      </p>
    ),
  },
  {
    id: "cambiar",
    title: "Cómo cambiar su elección",
    body: (
      <>
        <p>Puede cambiarla cuando quiera; vale desde ese momento.</p>
        <p>
          <Button size="md" onClick={openConsent}>
            Cambiar mi elección
          </Button>
        </p>
        <p>
          También puede borrar lo guardado desde los ajustes de su navegador, en «Privacidad» o «Datos de sitios». Al
          hacerlo se cerrará su sesión y la calculadora olvidará sus respuestas; lo que está en su cuenta se conserva.
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

/** `/cookies`: all that the site keeps in a browser, and the way to change one's mind. */
export const CookiesPage = () => (
  <LegalPage
    heading="Política de cookies"
    version={versionLine(PRIVACY_VERSION)}
    lead={<p>En su navegador guardamos solo lo que el sitio necesita para funcionar. Aquí está todo, por su nombre.</p>}
    sections={SECTIONS}
  />
);
