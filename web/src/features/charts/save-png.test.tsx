import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, test, vi } from "vitest";
import { PENDING_RECORD } from "../simulations/record.fixture.ts";
import { ChartCard } from "./chart-card.tsx";
import { ChartedRecordProvider } from "./picture-lines.ts";

// The test environment has no canvas: this one notes what is written on it.
const written: { text: string; top: number }[] = [];
const drawn: number[] = [];
const context = {
  fillRect: () => {},
  measureText: (text: string) => ({ width: 8 * text.length }),
  fillText: (text: string, _left: number, top: number) => written.push({ text, top }),
  drawImage: (_canvas: unknown, _left: number, top: number) => drawn.push(top),
};

vi.mock("./drawing.tsx", async () => {
  const { useEffect, useRef } = await import("react");
  return {
    Drawing: ({ onCanvas }: { onCanvas: (canvas: HTMLCanvasElement | null) => void }) => {
      const canvas = useRef<HTMLCanvasElement>(null);
      useEffect(() => onCanvas(canvas.current), [onCanvas]);
      return <canvas ref={canvas} width={400} height={300} />;
    },
  };
});

afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

test("a saved picture carries title, case, date and source, none wider than the chart", async () => {
  vi.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(context as never);
  vi.spyOn(HTMLCanvasElement.prototype, "clientWidth", "get").mockReturnValue(400);
  vi.spyOn(HTMLCanvasElement.prototype, "toDataURL").mockReturnValue("data:image/png;base64,");
  vi.spyOn(HTMLAnchorElement.prototype, "click").mockImplementation(() => {});
  const plot = { data: [{ type: "bar", x: ["ene"], y: [1] }], layout: { title: "Compra a la red" } };
  const record = {
    ...PENDING_RECORD,
    name: "Nave 2",
    site: "Polígono Sur",
    source: "external" as const,
    inputParameters: {
      ...PENDING_RECORD.inputParameters,
      province: "08",
      contract_kind: "fixed_margin" as const,
      tariff: "3.0TD" as const,
    },
  };
  render(
    <MantineProvider env="test">
      <ChartedRecordProvider value={record}>
        <ChartCard plot={plot} locale="es-ES" height={300} />
      </ChartedRecordProvider>
    </MantineProvider>,
  );
  fireEvent.click(await screen.findByRole("button", { name: "Guardar PNG" }));

  expect(written[0]?.text).toBe("Compra a la red");
  const [chartTop = 0] = drawn;
  const beneath = written.slice(1);
  expect(beneath.every(({ text, top }) => top > chartTop + 300 && text.length <= 50)).toBe(true);
  expect(beneath.map(({ text }) => text).join(" ")).toMatch(
    /^Nave 2 · Polígono Sur · 500.kWh\/h · 1\.250.kWh · Barcelona · indexado al mercado · 3\.0TD Calculado el 13 de marzo de 2026 · Fuente: cálculo hecho fuera de /,
  );
});
