import { cleanup, render } from "@testing-library/react";
import { MemoryRouter } from "react-router-dom";
import { afterEach, expect, test } from "vitest";
import type { CompletedRecord } from "./completed-record.ts";
import { TrustMeter } from "./trust-meter.tsx";

afterEach(cleanup);

const shown = (engine_version: string) => {
  const results = { assumptions: [], engine_version, savings_split: [] };
  const record = { results, inputParameters: {}, calculatorContext: null, uncertainty: null };
  const { container } = render(
    <MemoryRouter>
      <TrustMeter record={record as unknown as CompletedRecord} />
    </MemoryRouter>,
  );
  return container.querySelector(".trust-meter")?.textContent;
};

test("the meter shows what is known of a result of the present model, and nothing of an old one", () => {
  expect(shown("2.0.0")).toContain("Fiabilidad: con contrato");
  expect(shown("1.3.0")).toBeUndefined();
});
