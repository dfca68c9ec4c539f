import { PRIVACY_VERSION } from "@ecotrim/contracts/auth/account";
import { CONSENT_AGE, SESSION_DAYS } from "@ecotrim/contracts/auth/limits";
import { CURVE_LIMITS } from "@ecotrim/contracts/curves/reading";
import {
  PAYMENT_RECORD_YEARS,
  PLACE_DAYS,
  RETENTION_MONTHS,
  RETENTION_WARNING_DAYS,
  TRACES_DAYS,
} from "@ecotrim/contracts/retention";
import { Link } from "react-router-dom";
import { website } from "../../lib/website.ts";
import { CompanyFacts, Mail } from "./company-facts.tsx";
import { LegalPage, type LegalSection, versionLine } from "./legal-page.tsx";
import { Table } from "./table.tsx";

const { privacyEmail } = website.company;

const PURPOSES = [
  [
    "Calcular su simulación",
    "Potencia fotovoltaica, consumo, gasto, batería elegida, resultados y, si los da, los datos de su contrato de suministro: tarifa, potencias, precios, maxímetros y energía reactiva. Sin cuenta no van unidos a ninguna persona. La factura que comprueba en el paso 4 no sale de su navegador. Si usa su curva de consumo o de producción, su archivo tampoco: solo recibimos la energía de cada hora o cuarto de hora y cómo se ha leído, sin CUPS ni nombre, y nadie más la ve.",
    "Prestar el servicio que pide (art. 6.1.b RGPD).",
  ],
  [
    "Llevar su cuenta",
    "Nombre, apellidos, correo, empresa y teléfono si los da, contraseña (solo su huella), fechas de alta y de último uso, sesiones, instalaciones guardadas (sus respuestas sobre la planta, el consumo y el contrato, con el nombre que les da), su marca y sus propuestas si las hace (logotipo, empresa, color, texto y a qué cliente y emplazamiento van), simulaciones, informes y avisos. La primera la forman las respuestas con las que hizo su simulación antes de abrir la cuenta.",
    "Ejecutar el contrato de la cuenta (art. 6.1.b).",
  ],
  [
    "Avisarle por correo",
    "Correo y lo que ocurre con sus simulaciones, compras y cuenta.",
    "Ejecutar el contrato (art. 6.1.b). Los avisos de simulaciones se desactivan en Mi Perfil.",
  ],
  [
    "Cobrar y facturar",
    "Compras, importes, estado, factura, suscripciones e identificador de cliente en Stripe. Los datos de su tarjeta y los fiscales los recoge Stripe en su página; su tarjeta no llega a nosotros.",
    "Ejecutar el contrato y cumplir la ley mercantil y fiscal (art. 6.1.b y c).",
  ],
  [
    "Tramitar un desistimiento",
    "Nombre, correo, contrato, mensaje, fecha y hora.",
    "Cumplir la ley de consumidores (art. 6.1.c).",
  ],
  [
    "Contestar a sus mensajes",
    "Nombre, correo, empresa, teléfono si lo da, mensaje y aceptación de esta política.",
    "Su consentimiento, que puede retirar cuando quiera (art. 6.1.a).",
  ],
  [
    "Prepararle una oferta en firme",
    "Nombre, empresa, correo, teléfono y mensaje si los da, la simulación que envía con sus datos y resultados, y la versión y fecha de su consentimiento. Un enlace permite a la empresa leer esa simulación.",
    "Su consentimiento, que puede retirar cuando quiera (art. 6.1.a).",
  ],
  [
    "Compartir una simulación",
    "Correo de la persona a la que un usuario invita, que ve también el nombre de la instalación.",
    "Interés legítimo de quien comparte y de quien recibe (art. 6.1.f); quien recibe puede oponerse.",
  ],
  [
    "Proteger el servicio",
    `Recuento de intentos por dirección IP y redes desde las que se abrió su cuenta en los últimos ${PLACE_DAYS} días, guardados como huella con clave; registros técnicos sin nombre, correo ni IP.`,
    "Interés legítimo en la seguridad (art. 6.1.f).",
  ],
];

const PERIODS = [
  ["Simulaciones sin cuenta", `${RETENTION_MONTHS} meses.`],
  [
    "Curvas de consumo y de producción",
    `Sin cuenta, ${CURVE_LIMITS.unused_days} días. Con cuenta, hasta que elimina la última simulación o instalación que la usa, la borra o elimina la cuenta; si ninguna la usa, ${CURVE_LIMITS.unused_days} días desde que la envió. Después no se pueden volver a calcular las simulaciones hechas con ella.`,
  ],
  [
    "Cuenta y lo que contiene",
    `Mientras la use o tenga una suscripción. Tras ${RETENTION_MONTHS} meses sin iniciar sesión se elimina, con un aviso por correo ${RETENTION_WARNING_DAYS} días antes.`,
  ],
  ["Mensajes de contacto, peticiones de oferta, invitaciones y avisos", `${RETENTION_MONTHS} meses.`],
  [
    "Declaraciones de desistimiento",
    `${RETENTION_MONTHS} meses, también si elimina la cuenta, como prueba de lo que declaró (art. 17.3 RGPD).`,
  ],
  [
    "Pagos",
    `Mientras tenga cuenta. Al eliminarla quedan seudonimizados, sin su nombre ni su correo, hasta ${PAYMENT_RECORD_YEARS} años desde la compra (art. 30 del Código de Comercio).`,
  ],
  [
    "Sesiones y enlaces de un solo uso",
    `Una sesión dura ${SESSION_DAYS} días desde el último uso. El rastro de sesiones, enlaces, intentos y correos enviados se borra ${TRACES_DAYS} días después.`,
  ],
];

const SECTIONS: LegalSection[] = [
  {
    id: "responsable",
    title: "Quién es el responsable",
    body: (
      <>
        <CompanyFacts />
        <p>
          Para todo lo relativo a sus datos personales, escriba a <Mail to={privacyEmail} />.
        </p>
      </>
    ),
  },
  {
    id: "finalidades",
    title: "Qué datos tratamos, para qué y con qué base",
    body: (
      <>
        <Table
          label="Finalidades del tratamiento"
          columns={["Para qué", "Qué datos", "Base jurídica"]}
          rows={PURPOSES}
        />
        <p>
          Los campos marcados con * en los formularios son necesarios: sin ellos no podemos abrirle la cuenta,
          contestarle o tramitar lo que pide. Los demás son voluntarios. Los datos proceden de usted; el correo de una
          invitación, de quien comparte con usted, y el estado de un pago, de Stripe.
        </p>
        <p>No enviamos publicidad, no elaboramos perfiles y no vendemos sus datos.</p>
      </>
    ),
  },
  {
    id: "plazos",
    title: "Cuánto tiempo los conservamos",
    body: (
      <>
        <Table label="Plazos de conservación" columns={["Datos", "Plazo"]} rows={PERIODS} />
        <p>Una tarea automática borra a diario lo que ha cumplido su plazo.</p>
      </>
    ),
  },
  {
    id: "destinatarios",
    title: "Quién más los recibe",
    body: (
      <>
        <p>No cedemos sus datos a terceros, salvo obligación legal. Nos prestan servicio, con contrato de encargo:</p>
        <ul>
          <li>
            <strong>Alojamiento e infraestructura</strong>: los servidores y la base de datos donde funciona la
            plataforma.
          </li>
          <li>
            <strong>Envío de correo</strong>: el servidor que entrega los avisos, justificantes y respuestas.
          </li>
          <li>
            <strong>Pagos</strong>: Stripe Payments Europe, Ltd. (Irlanda), que cobra y emite las facturas en nuestro
            nombre y es además responsable propio de lo que la ley le exige como entidad de pago.
          </li>
        </ul>
        <p>
          Quien abre GeoTrim pasa a la página de esa aplicación: el enlace no lleva sus datos. Si comparte una
          simulación, quien tenga el enlace o la invitación ve esa simulación hasta que usted lo retire. Con el enlace
          no ve su contrato ni su factura, salvo que usted lo marque.
        </p>
      </>
    ),
  },
  {
    id: "transferencias",
    title: "Transferencias fuera del Espacio Económico Europeo",
    body: (
      <p>
        Stripe puede tratar datos en Estados Unidos con las garantías del Marco de Privacidad de Datos UE-EE. UU. y de
        las cláusulas contractuales tipo de la Comisión Europea (arts. 45 y 46 RGPD). A los demás proveedores les
        exigimos esas mismas garantías si tratan datos fuera del Espacio Económico Europeo. Puede pedirnos copia de
        ellas en <Mail to={privacyEmail} />.
      </p>
    ),
  },
  {
    id: "derechos",
    title: "Sus derechos y cómo ejercerlos",
    body: (
      <>
        <p>
          Puede acceder a sus datos, rectificarlos, suprimirlos, oponerse a su tratamiento, limitarlo, llevárselos
          (portabilidad) y retirar el consentimiento, sin que ello afecte a lo ya tratado. Es gratis.
        </p>
        <ul>
          <li>
            <strong>Usted mismo</strong>, en <Link to="/mi-area?seccion=perfil">Mi Área, Mi Perfil</Link>: corrija sus
            datos, pulse «Descargar mis datos» para llevárselos en un archivo o «Eliminar mi cuenta» para suprimirlos.
            Al eliminarla se cancelan también sus suscripciones.
          </li>
          <li>
            <strong>Por correo</strong>, a <Mail to={privacyEmail} />, con o sin cuenta. Contestamos en un mes a más
            tardar. Si tenemos dudas de quién escribe, le pediremos que lo confirme.
          </li>
        </ul>
        <p>
          Si cree que no hemos atendido bien sus derechos, puede reclamar ante la Agencia Española de Protección de
          Datos (C/ Jorge Juan, 6, 28001 Madrid,{" "}
          <a href="https://www.aepd.es" rel="noopener">
            www.aepd.es
          </a>
          ).
        </p>
      </>
    ),
  },
  {
    id: "menores",
    title: "Edad mínima",
    body: (
      <p>
        El servicio se dirige a empresas. Para abrir una cuenta hay que tener {CONSENT_AGE} años o más, y así se declara
        al registrarse. Si sabemos que una cuenta es de alguien menor, la eliminamos.
      </p>
    ),
  },
  {
    id: "automatizadas",
    title: "Decisiones automatizadas",
    body: (
      <p>
        No tomamos decisiones automatizadas con efectos sobre usted. La simulación es un cálculo sobre una instalación,
        no sobre una persona.
      </p>
    ),
  },
  {
    id: "seguridad",
    title: "Cómo los protegemos",
    body: (
      <ul>
        <li>De las contraseñas guardamos solo una huella (Argon2id); nadie puede leerlas, tampoco nosotros.</li>
        <li>
          Las sesiones se pueden cerrar al momento y caducan solas; al cambiar la contraseña se cierran las demás.
        </li>
        <li>Cada simulación, informe y compra la ve solo quien tiene derecho a ella.</li>
        <li>Los registros técnicos no contienen contraseñas, códigos de acceso ni datos personales.</li>
        <li>
          Si una brecha de seguridad supone un riesgo para usted, la comunicamos a la AEPD en 72 horas y, si el riesgo
          es alto, también a usted.
        </li>
      </ul>
    ),
  },
  {
    id: "cambios",
    title: "Cambios de esta política",
    body: (
      <p>
        Al registrarse, escribirnos o pedir una oferta guardamos qué versión aceptó y cuándo. Si cambiamos algo que le
        afecte, publicaremos aquí una versión nueva y se lo diremos a quien tenga cuenta antes de aplicarla. Lo que se
        guarda en su navegador está en la <Link to="/cookies">política de cookies</Link>.
      </p>
    ),
  },
];

/** `/privacidad`: the information that art. 13 of the GDPR requires, of the version a registration accepts. */
export const PrivacyPage = () => (
  <LegalPage
    heading="Política de privacidad"
    version={versionLine(PRIVACY_VERSION)}
    lead={
      <p>
        En pocas palabras: puede simular sin decirnos quién es; si abre una cuenta, guardamos lo que usted escribe y
        calcula; no hay publicidad ni rastreo; y puede llevarse o borrar sus datos cuando quiera.
      </p>
    }
    sections={SECTIONS}
  />
);
