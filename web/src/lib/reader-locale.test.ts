import { expect, test } from "vitest";
import { localeOfLanguage } from "./reader-locale.ts";

test.each([
  ["es-ES", "es-ES"],
  ["ca", "es-ES"],
  ["de-DE", "es-ES"],
  ["en-GB", "en-US"],
  ["es-MX", "en-US"],
])("a browser in %s reads figures in the style of %s", (language, locale) => {
  expect(localeOfLanguage(language)).toBe(locale);
});
