import { Phrase } from "@ecotrim/contracts/phrase";
import Value from "typebox/value";
import { expect, test } from "vitest";
import { amount, euros, joined, percent, phrase, spell, written } from "./phrase.ts";

const LOSS = phrase`VAN negativo: al ${percent(0.075)} pierde ${euros(-1_234_567.8)}.`;

test("a phrase is words and figures, as plain data", () => {
  expect(LOSS).toEqual([
    "VAN negativo: al ",
    { value: 7.5, decimals: 1, unit: "%" },
    " pierde ",
    { value: -1_234_567.8, decimals: 0, unit: "€" },
    ".",
  ]);
  expect(Value.Check(Phrase, JSON.parse(JSON.stringify(LOSS)))).toBe(true);
});

test("figures take the style of the locale and the words stay", () => {
  expect(spell(LOSS)).toBe("VAN negativo: al 7,5\u00a0% pierde −1.234.568\u00a0€.");
  expect(spell(LOSS, "en-US")).toBe("VAN negativo: al 7.5\u00a0% pierde −1,234,568\u00a0€.");
});

test("a figure that does not exist is written as not applicable", () => {
  expect(spell(phrase`entre ${amount(null)} y ${amount(2)}`)).toBe("entre No aplicable y 2");
});

test("phrases within a phrase become one, without empty texts", () => {
  const rates = joined([phrase`${percent(0.1)}`, phrase`${percent(0.2)}`], " y ");
  expect(phrase`${rates}${" con "}${"texto"}`).toEqual([
    { value: 10, decimals: 1, unit: "%" },
    " y ",
    { value: 20, decimals: 1, unit: "%" },
    " con texto",
  ]);
});

test("results keep the parts of a sentence only where it has a figure", () => {
  expect(written("message", phrase`Sin ${"figuras"}.`)).toEqual({ message: "Sin figuras." });
  expect(written("message", phrase`Son ${amount(1234.5)}.`)).toEqual({
    message: "Son 1.234,5.",
    message_parts: ["Son ", { value: 1234.5 }, "."],
  });
});
