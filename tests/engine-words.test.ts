import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";

const ENGINE = "shared/engine";

const files = readdirSync(ENGINE, { recursive: true, encoding: "utf8" })
  .filter((name) => /(?<!\.(test|fixture))\.ts$/.test(name) && !/(^|\/)(node_modules|dist)\//.test(name))
  .map((name) => ({ name, source: readFileSync(join(ENGINE, name), "utf8") }));

const withoutComments = (source: string): string =>
  source.replace(/\/\*[\s\S]*?\*\//g, "").replace(/(^|\s)\/\/.*$/gm, "");

/** Names of input fields and the like are words of the interface, not of a sentence. */
const SPANISH_WORDS =
  /\b(el|la|los|las|del|un|una|que|con|sin|por|para|no hay|al año|de la|de los|batería|inversión|ahorro|coste|precio|energía|periodo|planta)\b/i;

/** Text between quotes that reads as words: it holds a space, an accent, or is one of the Spanish words alone. */
const spanishTexts = (source: string): string[] =>
  [...withoutComments(source).matchAll(/"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`/g)]
    .map(([, quoted, template]) => quoted ?? template ?? "")
    .filter((text) => /[áéíóúüñ¿¡«»€]/i.test(text) || (!text.includes("/") && SPANISH_WORDS.test(text)));

const strays = (found: (source: string) => readonly unknown[]) =>
  files.map(({ name, source }) => [name, found(source)] as const).filter(([, texts]) => texts.length > 0);

test("the files of the engine are found", () => {
  expect(files.length).toBeGreaterThan(40);
});

test("Spanish text would be found", () => {
  expect(spanishTexts('refuse("no puede ser negativo, por ahora")')).toHaveLength(1);
  expect(spanishTexts("throw `Año 2024`")).toHaveLength(1);
  expect(spanishTexts('import { a } from "./sin/con.ts"; // para la batería')).toEqual([]);
});

test("the engine holds no Spanish text", () => {
  expect(strays(spanishTexts)).toEqual([]);
});

test("the engine writes no number and imports nothing that does", () => {
  const writers = /@ecotrim\/present|contracts\/numbers|toLocale\w*\(|Intl\.|\.toFixed\(/g;
  expect(strays((source) => withoutComments(source).match(writers) ?? [])).toEqual([]);
});

test("the engine knows of no plot", () => {
  expect(strays((source) => source.match(/plot|chart|trace/gi) ?? [])).toEqual([]);
});
