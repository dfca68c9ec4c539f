import { TERMS_VERSION } from "@ecotrim/contracts/billing/payment";
import {
  GRACE_DAYS,
  PREMIUM_REPORT_CENTS,
  SUBSCRIPTION_CENTS_PER_MONTH,
  VAT_PERCENT,
  WITHDRAWAL_DAYS,
} from "@ecotrim/contracts/billing/prices";
import { formatCents } from "@ecotrim/contracts/numbers";
import { SAMPLE_PATH } from "@ecotrim/present/reports/sample";
import { WITHDRAWAL_RULES } from "@ecotrim/present/withdrawal";
import { Button } from "@mantine/core";
import { Link } from "react-router-dom";
import { withoutVat } from "../billing/prices.ts";
import { CompanyFacts, Mail } from "./company-facts.tsx";
import { LegalPage, type LegalSection, versionLine } from "./legal-page.tsx";
import { Table } from "./table.tsx";

const PRICES = [
  [
    "Informe premium",
    "Un PDF con el estudio completo de una simulación guardada.",
    `${formatCents(PREMIUM_REPORT_CENTS)}, un solo pago`,
    withoutVat(PREMIUM_REPORT_CENTS),
  ],
  [
    "Suscripción a GeoTrim",
    "Acceso a la herramienta y propuestas con su marca mientras esté suscrito.",
    `${formatCents(SUBSCRIPTION_CENTS_PER_MONTH)} al mes`,
    withoutVat(SUBSCRIPTION_CENTS_PER_MONTH),
  ],
];

const SECTIONS: LegalSection[] = [
  {
    id: "vendedor",
    title: "Con quién contrata",
    body: (
      <>
        <CompanyFacts />
        <p>
          Estas condiciones rigen la compra de informes premium y la suscripción a herramientas. Se aceptan al pedir; de
          cada informe guardamos cuándo se aceptaron y en qué versión. Las simulaciones profesionales, la asesoría y el
          suministro de baterías se contratan aparte, con presupuesto propio.
        </p>
      </>
    ),
  },
  {
    id: "precios",
    title: "Qué se vende y a qué precio",
    body: (
      <>
        <Table
          label="Precios"
          columns={["Producto", "Qué es", `Precio con IVA (${VAT_PERCENT} %)`, "Desglose"]}
          rows={PRICES}
        />
        <p>
          Son precios finales en euros, IVA incluido, sin gastos añadidos. La calculadora, la cuenta y el informe básico
          son gratuitos.
        </p>
      </>
    ),
  },
  {
    id: "pasos",
    title: "Cómo se contrata",
    body: (
      <>
        <p>Se contrata en español, en cinco pasos (arts. 27 y 28 LSSI):</p>
        <ol>
          <li>
            Inicie sesión y elija el informe de una simulación, en Mis Informes, o la herramienta, en Mis Herramientas.
          </li>
          <li>Revise qué incluye y qué cuesta, y acepte estas condiciones. Puede volver atrás sin coste.</li>
          <li>Pulse el botón de pedido, que indica que el pedido obliga a pagar. Pasará a la página de Stripe.</li>
          <li>
            Escriba allí sus datos de pago y de factura; puede corregirlos hasta confirmar, o cerrar la página para no
            comprar.
          </li>
          <li>
            Al confirmarse el pago verá el resultado en pantalla y recibirá por correo la confirmación. La compra queda
            archivada en <Link to="/mi-area?seccion=compras">Mis Compras</Link>, con su factura.
          </li>
        </ol>
      </>
    ),
  },
  {
    id: "pago",
    title: "Pago y factura",
    body: (
      <p>
        El pago se hace con tarjeta u otros medios que se ofrezcan en la página de Stripe (Stripe Payments Europe,
        Ltd.); nosotros no vemos ni guardamos los datos de su tarjeta. La factura se emite con los datos fiscales que
        indique al pagar, y está disponible en Mis Compras.
      </p>
    ),
  },
  {
    id: "entrega",
    title: "Entrega y requisitos",
    body: (
      <>
        <p>
          El informe se genera en cuanto se confirma el pago y, por lo general, puede descargarse en unos minutos desde
          Mi Área, tantas veces como quiera mientras tenga cuenta, aunque borre la simulación. Para verlo basta un
          lector de PDF. El acceso a la herramienta se abre al confirmarse el pago; hace falta un navegador actual y
          conexión.
        </p>
        <p>
          Si un informe no pudiera entregarse, escríbanos: lo generaremos de nuevo o le devolveremos lo pagado, a su
          elección.
        </p>
      </>
    ),
  },
  {
    id: "suscripcion",
    title: "Renovación y cancelación de la suscripción",
    body: (
      <>
        <p>
          La suscripción se paga por meses adelantados y se renueva sola cada mes, sin permanencia. La cancela usted
          cuando quiera en Mi Área, Mis Herramientas: no se le cobra más y conserva el acceso hasta el final del periodo
          pagado.
        </p>
        <p>
          Si no se puede cobrar una renovación, se lo decimos y conserva el acceso {GRACE_DAYS} días para arreglarlo; si
          no se arregla, el acceso termina. Si hay un periodo de prueba gratuito, su duración se indica antes de
          contratar.
        </p>
        <p>Un cambio de precio se comunica con un mes de antelación y vale para renovaciones posteriores.</p>
      </>
    ),
  },
  {
    id: "desistimiento",
    title: "Derecho de desistimiento",
    body: (
      <>
        <p>
          {WITHDRAWAL_RULES.subscription} {WITHDRAWAL_RULES["premium-report"]} Los días se cuentan desde el siguiente a
          aquel en que contrata; no tiene que dar motivos. Aunque nuestros productos se dirigen a empresas, se lo
          reconocemos a todos los clientes. Basta con decirlo antes de que venza el plazo, con esta función o por
          cualquier otro medio, por ejemplo un correo a <Mail />.
        </p>
        <p>
          <Button component={Link} to="/desistimiento" size="md" variant="default">
            Desistir del contrato aquí
          </Button>
        </p>
        <p>
          Recibirá enseguida por correo un acuse de recibo con el contenido, la fecha y la hora. Le devolveremos todo lo
          pagado en {WITHDRAWAL_DAYS} días a más tardar desde su declaración, por el mismo medio de pago y sin coste.
        </p>
        <h3>La excepción de los informes premium</h3>
        <p>
          El informe es un contenido digital que se entrega al momento. Al pedirlo, usted solicita expresamente la
          entrega inmediata y reconoce que, una vez entregado, termina el derecho de desistimiento (art. 103.m del texto
          refundido de la Ley General para la Defensa de los Consumidores y Usuarios, RDL 1/2007). Se lo confirmamos por
          correo, y Mis Compras dice cuándo dio ese consentimiento y cuándo se entregó el informe.
        </p>
        <h3>La suscripción</h3>
        <p>
          Si desiste de ella le devolvemos todo lo pagado, y el acceso termina entonces. Una renovación no es un
          contrato nuevo: el plazo se cuenta desde la primera contratación.
        </p>
      </>
    ),
  },
  {
    id: "garantia",
    title: "Garantía legal de conformidad",
    body: (
      <p>
        Respondemos de que el informe y la herramienta sean conformes con el contrato (arts. 114 y siguientes del RDL
        1/2007): dos años desde la entrega en el caso del informe, y mientras dure el contrato en el de la suscripción.
        Si hay una falta de conformidad, escríbanos: la corregiremos sin coste y, si no fuera posible, podrá pedir una
        rebaja del precio o resolver el contrato. Las cifras de un informe son estimaciones hechas con los datos y
        supuestos que en él figuran: no ser exactas respecto del futuro no es una falta de conformidad.
      </p>
    ),
  },
  {
    id: "factura",
    title: "Qué es y qué no es la estimación de su factura",
    body: (
      <>
        <p>
          Si nos da su contrato, calculamos las facturas de un año con los peajes, cargos y excesos publicados en el BOE
          para el año que se indica, y con los consumos, precios y maxímetros que usted escribe. Comparamos sus
          potencias de hoy con las mejores sin batería y con batería.
        </p>
        <p>
          Es una estimación para decidir. No es una factura ni una oferta de suministro, no sustituye a la de su
          comercializadora y no sirve para reclamarle sin comprobarla. No incluye el IVA (IGIC o IPSI), el alquiler del
          contador ni el bono social, y supone que sus consumos y los precios regulados siguen como están. Si faltan los
          maxímetros, los picos se suponen y el resultado se marca como orientativo.
        </p>
        <p>
          Cambiar las potencias lo decide y lo pide usted a su comercializadora o distribuidora, que puede negar un
          aumento si la red no tiene capacidad. Las potencias se fijan por 12 meses, y bajarlas puede hacerle perder
          derechos. Compruebe ambas cosas antes de pedirlo.
        </p>
      </>
    ),
  },
  {
    id: "reclamaciones",
    title: "Quejas y reclamaciones",
    body: (
      <p>
        Escriba a <Mail /> o a nuestro domicilio; contestamos cuanto antes y, en todo caso, en un mes. Si es consumidor
        y no queda conforme, puede acudir a los servicios de consumo de su comunidad autónoma o municipio, pedir un
        arbitraje de consumo o ir a los tribunales de su domicilio.
      </p>
    ),
  },
  {
    id: "ley-condiciones",
    title: "Ley aplicable y conservación",
    body: (
      <p>
        Se aplica la ley española; entre empresas, los tribunales de Madrid. Puede imprimir o guardar estas condiciones
        desde su navegador. Los cambios valen solo para pedidos posteriores. Para el uso del sitio rigen también el{" "}
        <Link to="/legal">aviso legal</Link> y la <Link to="/privacidad">política de privacidad</Link>.
      </p>
    ),
  },
];

/** `/condiciones`: the conditions an order accepts, of the version stored with it. */
export const TermsPage = () => (
  <LegalPage
    heading="Condiciones de contratación"
    version={versionLine(TERMS_VERSION)}
    lead={
      <p>
        En pocas palabras: el informe premium cuesta {formatCents(PREMIUM_REPORT_CENTS)} y la suscripción{" "}
        {formatCents(SUBSCRIPTION_CENTS_PER_MONTH)} al mes, IVA incluido; no hay permanencia; y siempre ve el precio y
        confirma antes de pagar. Puede leer antes un <Link to={SAMPLE_PATH}>informe premium de ejemplo</Link>.
      </p>
    }
    sections={SECTIONS}
  />
);
