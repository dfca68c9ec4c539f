import { describe, expect, test } from "vitest";
import {
  figureOf,
  inUnit,
  limitsIn,
  meanKwOf,
  ofGrid,
  ofShape,
  typedFigure,
  withFigure,
  yearlyMwh,
} from "./consumption.ts";
import { CONSUMPTION_UNITS, INITIAL_STATE } from "./state.ts";

const typed = { ...INITIAL_STATE.demand, average: 500 };

describe("units", () => {
  test("366.000 kWh a month are 501 kW of mean power and 4.392 MWh a year", () => {
    const meanKw = meanKwOf(366_000, "kwh_month", 1);
    expect(meanKw).toBeCloseTo(501.37, 2);
    expect(yearlyMwh(meanKw)).toBeCloseTo(4392, 6);
    expect(figureOf(meanKw, "mwh_year", 1)).toBeCloseTo(4392, 6);
  });

  test("only kWh an hour refer to an operating day, which closed days make higher than the mean of the year", () => {
    const share = 0.8;
    expect(CONSUMPTION_UNITS.map((unit) => meanKwOf(1, unit, share) / meanKwOf(1, unit, 1))).toEqual([share, 1, 1, 1]);
    for (const unit of CONSUMPTION_UNITS) expect(figureOf(meanKwOf(7, unit, share), unit, share)).toBeCloseTo(7, 9);
  });

  test("the limits are those of the average in each unit", () => {
    expect(CONSUMPTION_UNITS.map((unit) => limitsIn(unit))).toMatchObject([
      { maximum: 500_000 },
      { maximum: 365_000_000 },
      { maximum: 4_380_000 },
      { maximum: 500_000 },
    ]);
  });
});

describe("answers", () => {
  test("kWh an hour of the whole site are the average itself", () => {
    expect(withFigure(INITIAL_STATE.demand, 500)).toEqual(typed);
    expect(typedFigure(typed)).toBe(500);
    expect(ofShape(typed, { type: "2turnos", weekend: false })).toEqual({ ...typed, type: "2turnos", weekend: false });
  });

  test("another unit keeps the figure as typed, and the average is computed again after every change", () => {
    const yearly = { ...inUnit(typed, "mwh_year", 4380), average: 500 };
    for (const changed of [
      withFigure(yearly, 4000),
      ofShape(yearly, { weekend: false }),
      ofGrid(yearly, true),
      inUnit(yearly, "kw_mean", 500),
    ])
      expect(changed.average).toBeNull();
    expect(typedFigure(ofShape(yearly, { weekend: false }))).toBe(4380);
  });

  test("kWh an hour of the grid alone are not the average, until the tick is taken away again", () => {
    const net = ofGrid(typed, true);
    expect(net).toMatchObject({ figure: 500, average: null });
    expect(ofGrid(net, false)).toEqual(typed);
  });

  test("an empty field leaves no average in any unit", () => {
    for (const unit of CONSUMPTION_UNITS)
      expect(withFigure(inUnit(typed, unit, 1), null)).toMatchObject({ average: null, figure: null });
  });
});
