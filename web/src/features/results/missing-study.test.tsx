import { cleanup, render } from "@testing-library/react";
import { afterEach, expect, test } from "vitest";
import type { CompletedRecord } from "./completed-record.ts";
import { RiskPart } from "./risk-part.tsx";
import { SizeTab } from "./size/size-tab.tsx";

afterEach(cleanup);

const notes = (savings: number | null) => {
  const record = {
    results: { summary: { savings }, warnings: [] },
    inputParameters: {},
    uncertainty: null,
    sensitivity: null,
  } as unknown as CompletedRecord;
  const { container } = render(
    <>
      <RiskPart record={record} />
      <SizeTab record={record} />
    </>,
  );
  return [...container.querySelectorAll(".result-note")].map((note) => note.textContent);
};

test("a study that is missing for want of a saving says so, and beside a saving that it was not calculated", () => {
  for (const savings of [null, -5]) {
    expect(notes(savings)).toEqual([
      "No aplicable: sin ahorro no hay escenarios que calcular.",
      "No aplicable: sin ahorro no hay tamaños que comparar.",
    ]);
    cleanup();
  }
  expect(notes(50_000)).toEqual(new Array(2).fill("No se calculó para esta simulación."));
});
