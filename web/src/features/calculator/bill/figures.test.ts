import { expect, test } from "vitest";
import { pastedTexts, readFigures, tableTexts } from "./figures.ts";

test("a row of a spreadsheet keeps its empty cells, and numbers of a text follow one another", () => {
  expect(pastedTexts("\t\t0,1\t\t\t0,2\r\n")).toEqual(["", "", "0,1", "", "", "0,2"]);
  expect(pastedTexts("145 145  263")).toEqual(["145", "145", "263"]);
});

test("the names of a pasted table's columns and rows are left out", () => {
  const table = "Mes\tP1\tP2\tP3\tP4\tP5\tP6\nEnero\t1\t2\t3\t4\t5\t6\nFebrero\t\t8\t9\t10\t11\t12\n";
  expect(tableTexts(table, 6)).toEqual([
    ["1", "2", "3", "4", "5", "6"],
    ["", "8", "9", "10", "11", "12"],
  ]);
});

test("a column after the sixth, such as the highest of the month, moves no figure", () => {
  const months = "Enero\t1\t2\t\t\t\t6\t6\nAbril\t\t\t\t4\t5\t6\t6\n";
  const six = [
    ["1", "2", "", "", "", "6"],
    ["", "", "", "4", "5", "6"],
  ];
  expect(tableTexts(`Mes\tP1\tP2\tP3\tP4\tP5\tP6\tMáximo\n${months}`, 6)).toEqual(six);
  expect(tableTexts(months, 6)).toEqual(six);
});

test("months written as numbers are left out", () => {
  expect(tableTexts("1\t1\t2\t\t\t\t6\n2\t1\t2\t\t\t\t6", 6)[1]).toEqual(["1", "2", "", "", "", "6"]);
});

test("a text that is no number, or beyond its limits, is a fault and no figure", () => {
  const { values, faults } = readFigures(["1.234,5", "", "x", "-1"], { title: "La potencia", unit: "kW", minimum: 0 });
  expect(values).toEqual([1234.5, null, null, null]);
  expect(faults).toEqual({
    2: "No se entiende «x» como un número.",
    3: "La potencia debe ser como mínimo 0\u00a0kW.",
  });
});
