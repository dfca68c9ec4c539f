import type { Results } from "@ecotrim/contracts/simulations/result";
import { FLOW_COLORS, GAIN_COLOR, LOSS_COLOR } from "@ecotrim/present/palette";
import { MantineProvider } from "@mantine/core";
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, describe, expect, test, vi } from "vitest";
import { NumberStyleProvider, numberStyle } from "../../lib/number-style.ts";
import { SavingsWaterfall } from "./savings-waterfall.tsx";

interface Drawn {
  labels: string[][];
  datasets: { data: [number, number][]; backgroundColor: string[] }[];
}

const drawn = vi.hoisted(() => ({ data: undefined as unknown as Drawn }));

vi.mock("../charts/drawing.tsx", () => ({
  Drawing: ({ label, config }: { label: string; config: (style: object) => { data: unknown } }) => {
    drawn.data = config({ locale: "en-US", animate: false, compact: false }).data as Drawn;
    return <canvas role="img" aria-label={label} />;
  },
}));

afterEach(cleanup);

/** Labels of the engine. */
const LABELS: Record<string, string> = {
  solar: "Solar guardada",
  shifting: "Compra a mejor hora",
  operation: "Operación real",
  auxiliaries: "Consumo auxiliar",
};

type Parts = [key: string, value_eur: number][];

const PARTS: Parts = [
  ["solar", 49_800],
  ["shifting", 42_640],
  ["operation", -2540],
  ["auxiliaries", -5280],
  ["extraPower", 0],
];

const show = (parts: Parts, change: Partial<Results> = {}) =>
  render(
    <MantineProvider env="test">
      <NumberStyleProvider value={numberStyle("en-US")}>
        <SavingsWaterfall
          results={
            {
              savings_split: parts.map(([key, value_eur]) => ({
                key,
                label: LABELS[key] ?? `Parte ${key}`,
                value_eur,
              })),
              summary: { savings: parts.reduce((sum, [, eur]) => sum + eur, 0) },
              realisable: { fct: 0.96, optimum_eur: 96_000, realisable_eur: 92_160 },
              null_reasons: {},
              ...change,
            } as unknown as Results
          }
        />
      </NumberStyleProvider>
    </MantineProvider>,
  );

const bars = async () => {
  await screen.findByRole("img");
  const { labels, datasets } = drawn.data;
  const [{ data, backgroundColor }] = datasets as [Drawn["datasets"][0]];
  return labels.map((name, index) => ({ name: name.join(" "), ends: data[index], color: backgroundColor[index] }));
};

describe("the waterfall of the saving", () => {
  test("each part begins where the one before it ended, in the colour of its flow, and the last bar is their sum", async () => {
    show(PARTS);
    expect(await bars()).toEqual([
      { name: "Solar guardada", ends: [0, 49_800], color: FLOW_COLORS.pv },
      { name: "Compra a mejor hora", ends: [49_800, 92_440], color: FLOW_COLORS.grid },
      { name: "Operación real", ends: [92_440, 89_900], color: LOSS_COLOR },
      { name: "Consumo auxiliar", ends: [89_900, 84_620], color: LOSS_COLOR },
      { name: "Ahorro del primer año", ends: [0, 84_620], color: GAIN_COLOR },
    ]);
    screen.getByRole("img", {
      name: /Lo que más suma: Solar guardada \(49,800.€\)\. Restan 7,820.€\. Quedan 84,620.€/,
    });
  });

  test("a saving below zero ends in a loss, and every part has the name of the table", async () => {
    show([
      ["energy", 1000],
      ["of_an_older_result", -4000],
    ]);
    expect((await bars()).slice(1)).toEqual([
      { name: "Parte of_an_older_result", ends: [1000, -3000], color: LOSS_COLOR },
      { name: "Ahorro del primer año", ends: [0, -3000], color: LOSS_COLOR },
    ]);
  });

  test("the table behind the waterfall has every part, also one of nothing, and the sum", () => {
    show(PARTS);
    fireEvent.click(screen.getByRole("button", { name: "Ver tabla" }));
    const rows = screen.getAllByRole("row").map((row) => Array.from(row.children, ({ textContent }) => textContent));
    expect(rows[0]).toEqual(["Parte", "Euros del primer año (€)"]);
    expect(rows.slice(-2)).toEqual([
      ["Parte extraPower", "0"],
      ["Ahorro del primer año", "84,620"],
    ]);
  });

  test("what is only claimed stands apart from what is calculated, with the upper bound", () => {
    show(PARTS, { possible_extras: [{ key: "a", label: "Término de potencia", value_eur: 1000 }] });
    screen.getByText(
      /96\.0.% .* 96,000.€.*cota superior\. Posible extra, no calculado: Término de potencia, 1,000.€ al año/,
    );
  });

  test("a saving on the whole bill is not held against an optimum of energy", () => {
    show([...PARTS, ["power", 20_000]]);
    expect(screen.queryByText(/cota superior/)).toBeNull();
  });

  test("without a saving there is its reason, and no chart", () => {
    show([], {
      summary: { savings: null } as Results["summary"],
      realisable: { fct: 1, optimum_eur: null, realisable_eur: null },
      null_reasons: { savings: "No hay batería." },
    });
    screen.getByText("No aplicable. No hay batería.");
    expect(screen.queryByRole("button")).toBeNull();
  });
});
