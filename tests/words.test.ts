import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { modulesIn, type SourceText, textsOf } from "./support/texts.ts";

/** People read Spanish that says usted; the exceptions are printed so by the specification. */

/** Folders whose texts are read by operators and programmers, in English. */
const FOR_OPERATORS =
  /^shared\/server\/(backup|db|env|observability|operations|process|queue)\/|^shared\/server\/source-data\/report|^worker\/src\/cli\/bench/;

const modules = [
  ...modulesIn("web/src", "shared/present", "shared/contracts", "shared/server", "api/src", "worker/src"),
  "scripts/dev/stripe-local/pages.ts",
];
const pages = [
  "web/index.html",
  "web/public/site.webmanifest",
  "web/public/og-image.svg",
  "web/public/icon.svg",
  "web/public/favicon.svg",
];

/** Markup and data files, read line by line without their tags. */
const linesOf = (file: string): SourceText[] =>
  readFileSync(file, "utf8")
    .split("\n")
    .map((line, index) => ({ file, line: index + 1, text: line.replace(/<[^>]*>/g, " ").trim() }));

const texts = [
  ...modules.filter((file) => !FOR_OPERATORS.test(file)).flatMap((file) => textsOf(file)),
  ...pages.flatMap(linesOf),
];

/** A whole word, also between letters with accents. */
const word = (alternatives: string, flags = "iu") =>
  new RegExp(`(?<![\\p{L}\\d_-])(?:${alternatives})(?![\\p{L}\\d_-])`, flags);

/** Imperatives of "tú" that are no other word of ours, or that are only where an object follows. */
const IMPERATIVES =
  "Abre|Accede|Acepta|Actualiza|Añade|Aprovecha|Asegura|Borra|Busca|Calcula|Cierra|Comienza|Compara|Comparte|Completa|Comprueba|Confirma|Conoce|Contesta|Continúa|Copia|Corrige|Crea|Decide|Deja|Descubre|Edita|Elige|Elimina|Empieza|Entra|Encuentra|Envía|Escribe|Espera|Explora|Guarda|Haz|Imprime|Indica|Inicia|Intenta|Introduce|Lee|Mira|Mueve|Olvida|Optimiza|Pide|Pon|Pregunta|Pulsa|Quita|Recarga|Recibe|Recuerda|Reintenta|Rellena|Repite|Responde|Revisa|Rechaza|Selecciona|Sigue|Simula|Solicita|Sube|Toca|Usa|Utiliza|Ve|Ven|Vuelve";
/** The same for words that are nouns as well. */
const NOUNS_TOO = "Ahorra|Ayuda|Cambia|Carga|Compra|Consulta|Contacta|Cuenta|Descarga|Marca|Mejora|Prueba|Reserva";
const OBJECT = "(?:el|la|los|las|lo|un|una|su|sus|este|esta|esto|aquí|ahora|gratis|con|de nuevo|otra vez|para)";

const FORBIDDEN: { what: string; found: RegExp }[] = [
  { what: "tú", found: word("tu|tus|tú|ti|te|contigo|tuy[oa]s?") },
  {
    what: "tú",
    found: word(
      "puedes|quieres|tienes|debes|necesitas|sabes|eres|estás|vas|haces|dices|ves|has|podrás|querrás|tendrás|verás|recibirás|sabrás|podrías|deberías|querrías|puedas|quieras|tengas|hayas|seas|prefieres|encuentras|buscas|decides|eliges|pagas",
    ),
  },
  {
    what: "tú",
    found:
      /(?<!\p{L})(?!(?:[Ll][ií]m|sat[eé]l|tr[aá]m|[eé]l)ite)\p{L}*(?:[áéíóú]\p{L}{0,3}[aei]te|(?:Regis|regis)trate|[Ss]uscr[ií]bete)(?!\p{L})/u,
  },
  {
    what: "tú",
    found: word(
      "(?:int[eé]nt|desc[aá]rg|gu[aá]rd|cópi|rev[ií]s|compru[eé]b|consúlt|envi[aá]|cámbi|búsc|púls|m[ií]r|llén|acept|conf[ií]rm)al[oa]s?|(?:[aá]br|el[ií]g|escr[ií]b|l[eé]|p[ií]d|comp[aá]rt|repít)el[oa]s?|hazl[oa]s?|cu[eé]ntanos|cont[aá]ctanos|ll[aá]manos|escr[ií]benos|dinos|con[oó]cenos|s[ií]guenos|ay[uú]danos",
    ),
  },
  // At the start of a sentence, or after "por favor".
  {
    what: "tú",
    found: new RegExp(
      `(?:(?:^|[.:;!?…»”)·–] *|[¡¿«“(])(?:${IMPERATIVES}|(?:${NOUNS_TOO}) ${OBJECT})|[Pp]or favor,? (?:${`${IMPERATIVES}|${NOUNS_TOO}`.toLowerCase()}))(?![\\p{L}])`,
      "u",
    ),
  },
  {
    what: "English",
    found: word(
      "log ?in|log ?out|sign ?(?:in|up)|dashboards?|kpis?|c-rate|stand-?alone|feedback|e-?mails?|passwords?|users?|links?|clicks?|newsletter|backend|frontend|worker|workers|server|tooltips?|reports?|downloads?|uploads?|files?|save|cancel|close|open|loading|settings|home|back|next|search|filters?|success|failed|pending|completed|processing|free|trial|checkout|payments?|invoices?|subscribe|subscriptions?|account|profile|history|shared?|favou?rites?|delete|edit|update|rankings?|score|outputs?|inputs?|default|peaks?|spreads?|benchmarks?|cash ?-?flow|capex|opex|payback|drivers?|heat ?map|waterfall|baseload|pipeline|power as a service|tickets?|queues?|jobs?|status|retry",
    ),
  },
  {
    what: "English",
    found: word(
      "the|of|and|with|your|you|are|from|this|that|please|was|were|been|have|will|could|should|would|must|its|than|when|which|what|not|for|is",
      "u",
    ),
  },
  { what: "English", found: /HTTP error/ },
  { what: "word", found: /exitos(?:o|a)(?:s|mente)?(?!\p{L})/u },
  { what: "brand", found: /(?<![\p{L}@/.-])(?!EcoTrim)[Ee][Cc][Oo][ -]?[Tt][Rr][Ii][Mm](?![\p{L}.-])/u },
];

/** Claims the product cannot back. */
const CLAIMS = [
  { what: "prices are day means with monthly shapes", found: /OMIE[^.]*hora a hora/ },
  { what: "part of the sources is own judgement", found: /letra pequeña|con su fuente(?! o marcados?)/i },
  { what: "nothing known of another's application", found: /siempre exportables/i },
];

/** Names of companies and titles of works. */
const PROPER_NAMES = /Stripe Payments Europe|Energy Storage System Cost Survey|Home Assistant/g;
/** Marks, places to be filled in, paths and addresses. */
const NOT_WORDS = /\{\w+\}|<[a-z/!][^>]*>|(?<![\p{L}\d<])\/[\w/:-]+|https?:\S+|[\w.-]+@[\w.-]+/giu;

const SPECIFICATION = "specification";
const NOT_SHOWN = "never shown";

/** Texts that stay as they are, each at its place only. Accents are restored where the specification lost them. */
const ALLOWED: Record<string, Record<string, string[]>> = {
  [SPECIFICATION]: {
    "web/src/features/home/services.ts": ["Ecotrim Platform", "Asesoría Standalone"],
    "web/src/app/shell.tsx": ["Inicia sesión", "Abre una cuenta"],
    "web/src/features/account/login-form.tsx": ["¡Login exitoso! Redirigiendo..."],
    "web/src/features/account/registration-form.tsx": ["¡Registro exitoso! Redirigiendo a tu área..."],
    "web/src/features/account/rules.ts": ["Por favor completa todos los campos obligatorios"],
    "web/src/features/area/purchases/purchases-section.tsx": ["No tienes compras aún"],
    "web/src/features/auth/auth-screen.tsx": ["Login"],
    "web/src/features/billing/premium-dialog.tsx": ["Error al procesar el pago. Inténtalo de nuevo."],
    "web/src/features/calculator/results/result-screen.tsx": ["Accede al informe completo"],
    "web/src/features/calculator/steps/registration-step.tsx": ["Completa tu registro"],
    "web/src/features/contact/contact-form.tsx": ["Error de conexión. Por favor intenta de nuevo más tarde."],
    "web/src/features/home/sections/batteries.tsx": ["de CapEx frente a 2023"],
    "web/src/features/home/sections/services.tsx": ["Regístrate"],
    "web/src/features/payment-result/payment-success-page.tsx": ["Dashboard"],
    "web/src/features/simulation-detail/simulation-detail.tsx": ["KPIs"],
    "web/src/features/simulations/list-changes.ts": ["Simulación eliminada de tu cuenta exitosamente"],
    "web/src/lib/call-words.ts": [
      "Error en el login",
      "Error al generar el PDF. Por favor, inténtalo de nuevo.",
      "Error al acceder a la herramienta. Por favor, inténtalo de nuevo.",
      "No hay token de autenticación. Por favor, inicia sesión de nuevo.",
      "Debes estar autenticado para suscribirte",
    ],
    "api/src/modules/auth/service.ts": ["Por favor completa todos los campos obligatorios."],
    "api/src/modules/contact/routes.ts": ["Tu mensaje ha sido enviado correctamente."],
    "api/src/modules/user-simulations/routes.ts": ["Simulación eliminada de tu cuenta exitosamente"],
    "api/src/plugins/missing.ts": ["Por favor completa todos los campos obligatorios."],
  },
  [NOT_SHOWN]: {
    "api/src/modules/auth/passwords.ts": ["nobody has this password"],
    "api/src/modules/auth/service.ts": ["login from", "forgot of", "resend of"],
    "api/src/modules/simulations/computations.ts": ["id, run, status, turn"],
  },
};

const allowed = Object.values(ALLOWED).flatMap((places) =>
  Object.entries(places).flatMap(([file, words]) => words.map((text) => ({ file, text }))),
);
const isAllowed = (one: SourceText): boolean =>
  allowed.some(({ file, text }) => file === one.file && text === one.text);

/** What is wrong with texts: where, why, and the whole text. */
const faultsOf = (among: SourceText[], forbidden = FORBIDDEN): string[] =>
  among
    .filter((one) => !isAllowed(one))
    .flatMap(({ file, line, text }) => {
      const words = text.replace(NOT_WORDS, " ").replace(PROPER_NAMES, " ").trim();
      return forbidden.flatMap(({ what, found }) => {
        const match = found.exec(words);
        return match ? [`${file}:${line} ${what} "${match[0]}": ${text}`] : [];
      });
    });

test("what people read is Spanish that says usted, with one spelling of the brand", () => {
  expect(faultsOf(texts)).toEqual([]);
});

test("papers spell the brand in one way", () => {
  const papers = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "docker-compose.yml", ".env.example"];
  const docs = readdirSync("docs", { recursive: true, encoding: "utf8" })
    .filter((name) => name.endsWith(".md"))
    .map((name) => join("docs", name));
  const brand = [{ what: "brand", found: /\b(Ecotrim|ECOTRIM|ecoTrim|Eco Trim)\b/ }];
  expect(faultsOf([...papers, ...docs].flatMap(linesOf), brand)).toEqual([]);
});

test("what people read claims nothing that the product cannot back", () => {
  expect(faultsOf(texts, CLAIMS)).toEqual([]);
});

test("every exception is still where it is allowed", () => {
  expect(allowed.filter((one) => !texts.some(({ file, text }) => file === one.file && text === one.text))).toEqual([]);
});

const PLACES: [place: string, source: (text: string) => string][] = [
  ["markup", (text) => `export const A = () => <p><b>1</b> ${text} </p>;`],
  ["an attribute", (text) => `export const A = () => <B aria-label="${text}" />;`],
  ["braces", (text) => `export const A = () => <p>{a ? "${text}" : b}</p>;`],
  ["a constant", (text) => `const A = "${text}";`],
  ["a table of labels", (text) => `const A: Record<B, string> = { login: "${text}" };`],
  ["a list", (text) => `const A = ["${text}"];`],
  ["a template", (text) => `const a = \`\${b}: ${text}\`;`],
  ["a tagged template", (text) => `const a = phrase\`${text} \${b}\`;`],
  ["an argument", (text) => `say("bad", "${text}");`],
  ["a default", (text) => `const a = ({ b = "${text}" }) => b;`],
  ["an answer", (text) => `app.get("/a", { schema: { summary: "${text}" } }, async () => ({ message: "${text}" }));`],
  ["an error of ours", (text) => `throw new AppError("NOT_FOUND", { message: "${text}" });`],
  [
    "the subject of a mail behind a link",
    (text) => `export const A = () => <a href={mailto(b, { subject: "${text}" })} />;`,
  ],
];

test.each(PLACES)("words of English and of tú are found in %s", (_, source) => {
  for (const text of [
    "Completa tu registro",
    "Dashboard",
    "Ecotrim",
    "Abre el informe",
    "Elige una batería",
    "Puedes verlo",
  ])
    expect(faultsOf(textsOf("web/src/a.tsx", source(text))), text).not.toEqual([]);
  for (const text of [
    "Complete su registro",
    "Panel",
    "EcoTrim",
    "Lista completa",
    "Compre la batería",
    "Descarga de la batería",
  ])
    expect(faultsOf(textsOf("web/src/a.tsx", source(text))), text).toEqual([]);
});

test("words in small letters are found where they are shown", () => {
  const shown = [
    `const A = () => <p>login</p>;`,
    `const a = { label: "dashboard" };`,
    `const A = () => <B title="kpis" />;`,
  ];
  for (const source of shown) expect(faultsOf(textsOf("web/src/a.tsx", source)), source).toHaveLength(1);
});

test("identifiers, types, addresses and what operators read in the log are no texts", () => {
  const source = `
    import { Login } from "./login dashboard.ts";
    type Kind = "Dashboard" | "Login";
    const a: Kind = b["Login"] === "Login" ? c : d;
    switch (a) { case "Dashboard": logger.warn({ err }, "the dashboard of the worker is not there"); }
    console.error("Login failed");
    throw new Error("the password is missing");
    const e = { "Dashboard of": 1, kind: "Login", path: "/login" };
    query("SELECT status FROM users WHERE login = $1");
    export const F = () => <Tabs className="dashboard" value="/login" type="password" to={\`/dashboard/\${a}\`} />;`;
  expect(faultsOf(textsOf("web/src/a.tsx", source))).toEqual([]);
});

test("markup and pages without code are read as well", () => {
  expect(
    linesOf("web/index.html")
      .map(({ text }) => text)
      .join(" "),
  ).toContain("Actívelo en su navegador");
});
