import { DEVELOPMENT_ONLY, OWN_DOMAIN, REQUIRED, SETTING_GROUPS } from "../shared/server/env/settings.ts";

/** Files generated from the schema of the settings: `npm run settings` writes them, and a test compares them. */

const WIDTH = 120;

interface Setting {
  name: string;
  description: string;
  /** Default as in a `.env`; empty where `unset` says what happens instead. */
  value: string;
  unset: string | undefined;
}

/** Settings that only `docker-compose.yml` reads; no process of ours knows them. */
const COMPOSE_GROUP = "Docker Compose only";
const COMPOSE: Setting[] = [
  {
    name: "POSTGRES_PASSWORD",
    description: "Password of its database: letters and digits, made at random.",
    value: "",
    unset: "compose stops",
  },
  {
    name: "REDIS_PASSWORD",
    description: "Password of its Redis: letters and digits, made at random.",
    value: "",
    unset: "compose stops",
  },
  {
    name: "BIND_ADDRESS",
    description: "Address of the machine at which it publishes the API: this machine's own, for a proxy beside it.",
    value: "127.0.0.1",
    unset: undefined,
  },
];

function settingOf(name: string, schema: object): Setting {
  const { description = "", default: standard, unset } = schema as Record<string, string | undefined>;
  return { name, description, value: unset === undefined ? String(standard ?? "") : "", unset };
}

const groups = (): [heading: string, settings: Setting[]][] => [
  ...Object.entries(SETTING_GROUPS).map(([heading, schemas]): [string, Setting[]] => [
    heading,
    Object.entries(schemas).map(([name, schema]) => settingOf(name, schema)),
  ]),
  [COMPOSE_GROUP, COMPOSE],
];

/** The demand of production on a setting, in a word or two. */
function productionOf(name: string): string {
  const names = (list: readonly string[]) => list.includes(name);
  if (names(DEVELOPMENT_ONLY)) return "refused";
  if (name in REQUIRED) return "required";
  return names(OWN_DOMAIN) ? "your own" : "";
}

function wrapped(text: string): string[] {
  const lines = ["#"];
  for (const word of text.split(" ")) {
    if (`${lines.at(-1)} ${word}`.length > WIDTH) lines.push("#");
    lines[lines.length - 1] += ` ${word}`;
  }
  return lines;
}

/** `.env.example`: every setting with its default, ready to be copied. */
export function envExample(): string {
  const lines = [
    "# Every setting, all optional for `npm start` on a laptop. Copy to .env to change one; the environment wins over .env.",
    "# Made by `npm run settings` from shared/server/env/settings.ts.",
  ];
  for (const [heading, settings] of groups()) {
    lines.push("", `# --- ${heading} ---`);
    for (const { name, description, value, unset } of settings) {
      const production = productionOf(name);
      const notes = [description, unset && `Unset: ${unset}.`, production && `In production: ${production}.`];
      lines.push("", ...wrapped(notes.filter(Boolean).join(" ")), `${name}=${value}`);
    }
  }
  return `${lines.join("\n")}\n`;
}

/** `docs/settings.md`: every setting in tables. */
export function settingsPage(): string {
  const lines = [
    "# Settings",
    "",
    "Every setting is optional on a laptop. A process reads them from its environment when it starts; the npm commands read",
    "`.env` first, and the environment wins. A wrong setting stops the start, and the message names every fault at once.",
    "",
    "*Production* tells what `NODE_ENV=production` asks: *required* settings have no usable default, *your own* must not",
    "be of an example domain, *refused* must stay unset. Secrets must also be strong (`shared/server/env/production.ts`).",
    "",
    "`npm run settings` makes this page and `.env.example` from `shared/server/env/settings.ts`; change them there.",
  ];
  for (const [heading, settings] of groups()) {
    lines.push("", `## ${heading}`, "", "| Setting | Default | What it does | Production |", "|---|---|---|---|");
    for (const { name, description, value, unset } of settings) {
      const shown = unset ?? (value === "" ? "" : `\`${value}\``);
      lines.push(`| \`${name}\` | ${shown} | ${description} | ${productionOf(name)} |`.replaceAll("  ", " "));
    }
  }
  return `${lines.join("\n")}\n`;
}

/** Path from the root of the repository -> content of the file. */
export const settingsFiles = (): Record<string, string> => ({
  ".env.example": envExample(),
  "docs/settings.md": settingsPage(),
});
