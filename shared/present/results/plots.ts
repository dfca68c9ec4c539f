import type { Phrase } from "@ecotrim/contracts/phrase";
import type { Plot, Trace } from "@ecotrim/contracts/simulations/result";
import { sumMwh } from "@ecotrim/engine/dispatch/flows";
import { dateOfDay } from "@ecotrim/engine/site/local-dates";
import type { Site, Timeline } from "@ecotrim/engine/site/site";
import type { Operation } from "@ecotrim/engine/solved-run";
import { hourLabel, monthName } from "../local-dates.ts";
import { amount, phrase, written } from "../phrase.ts";
import { typicalWeeks } from "./typical-weeks.ts";

/** Flows below it are floating-point residue and are not drawn, MWh. */
const NOTHING_MWH = 1e-9;

/** A whole figure, unless rounding would hide a small one. */
const figure = (value: number, unit: string) => amount(value, value < 10 ? { unit } : { decimals: 0, unit });
const mwh = (value: number) => figure(value, "MWh");
const euroMwh = (value: number) => amount(value, { decimals: 1, unit: "€/MWh" });
const kwhPerHour = (value: number) => figure(value, "kWh/h");

const described = (description: Phrase) => written("description", description);

/**
 * Rounds without a visible difference, which keeps stored charts small: energies to the Wh, prices to a tenth of a
 * cent.
 */
const rounded = (value: number): number => Math.round(value * 1000) / 1000;

const meanOrNull = (sum: number, weight: number): number | null => (weight > 0 ? rounded(sum / weight) : null);

/** Energy lost in the battery over the period, MWh: charge less discharge less the change in stored energy. */
function batteryLossMwh({ problem, schedule, totals }: Operation): number {
  const { capacityKwh, initialSoc } = problem.battery;
  const storedMwh = (schedule.socKwh.at(-1)! - initialSoc * capacityKwh) / 1000;
  const charged = totals.pvToBattery + totals.gridToBattery;
  const discharged = totals.batteryToDemand + totals.batteryToExport;
  return charged - discharged - storedMwh;
}

/** Energy flows of the period, MWh. Only nodes and links with flow. */
export function sankeyPlot(operation: Operation): Plot {
  const { totals } = operation;
  const nodes = {
    pv: { label: "Fotovoltaica", flow: "pv" },
    grid: { label: "Red", flow: "grid" },
    battery: { label: "Batería", flow: "battery" },
    demand: { label: "Su consumo", flow: "demand" },
    export: { label: "Excedentes", flow: "export" },
    loss: { label: "Pérdidas", flow: "lost" },
    curtailed: { label: "Vertido no aprovechado", flow: "lost" },
  };
  type Node = keyof typeof nodes;
  const all: [from: Node, to: Node, value: number, flow: string][] = [
    ["pv", "demand", totals.pvToDemand, "pv"],
    ["pv", "battery", totals.pvToBattery, "pv"],
    ["pv", "export", totals.pvToExport, "export"],
    ["pv", "curtailed", totals.curtailed, "lost"],
    ["grid", "demand", totals.gridToDemand, "grid"],
    ["grid", "battery", totals.gridToBattery, "grid"],
    ["battery", "demand", totals.batteryToDemand, "battery"],
    ["battery", "export", totals.batteryToExport, "export"],
    ["battery", "loss", batteryLossMwh(operation), "lost"],
  ];
  const links = all.filter(([, , value]) => value > NOTHING_MWH);
  const used = (Object.keys(nodes) as Node[]).filter((name) =>
    links.some(([from, to]) => name === from || name === to),
  );
  return {
    data: [
      {
        type: "sankey",
        node: { label: used.map((name) => nodes[name].label), flow: used.map((name) => nodes[name].flow) },
        link: {
          source: links.map(([from]) => used.indexOf(from)),
          target: links.map(([, to]) => used.indexOf(to)),
          value: links.map(([, , value]) => value),
          flow: links.map(([, , , flow]) => flow),
        },
      },
    ],
    layout: {
      title: "Por dónde va su energía",
      yaxis: { title: "MWh" },
      ...described(
        phrase`Su consumo de ${mwh(totals.pvToDemand + totals.batteryToDemand + totals.gridToDemand)} se cubre con ${mwh(totals.pvToDemand)} de la fotovoltaica, ${mwh(totals.batteryToDemand)} de la batería y ${mwh(totals.gridToDemand)} de la red; ${mwh(totals.pvToExport + totals.batteryToExport)} salen como excedentes.`,
      ),
    },
  };
}

/**
 * Hourly operation of a typical week of each season, one week after another; `weeks` are index ranges [from, to). What
 * enters the battery or leaves the site is negative: the flows of each hour sum to its consumption.
 */
export function energyPlot({ site, schedule }: Operation): Plot {
  const { timeline } = site;
  const stepsAnHour = Math.round(1 / timeline.stepHours);
  const typical = typicalWeeks(site, schedule.dischargeKwh);
  const hours: number[] = [];
  const weeks = typical.map(({ label, from, to }) => {
    const start = hours.length;
    for (let t = from; t < to; t += stepsAnHour) hours.push(t);
    return { label, from: start, to: hours.length };
  });
  const inHour = (series: Float64Array, t: number) => series.subarray(t, t + stepsAnHour);
  const sum = (series: Float64Array, t: number) => inHour(series, t).reduce((total, value) => total + value, 0);
  const energy = (series: Float64Array, sign = 1) => hours.map((t) => rounded(sign * sum(series, t)));
  const x = hours.map((t) => hourLabel(dateOfDay(timeline, timeline.day[t]!), timeline.hour[t]!));
  const line = (name: string, flow: string, y: number[], extra: Partial<Trace> = {}): Trace => ({
    type: "scatter",
    name,
    flow,
    x,
    y,
    ...extra,
  });
  const price = hours.map((t) => rounded(sum(site.buyEurMwh, t) / inHour(site.buyEurMwh, t).length));
  const charge = energy(schedule.chargeKwh, -1);
  const discharge = energy(schedule.dischargeKwh);
  const curtailed = energy(schedule.curtailedKwh, -1);
  return {
    data: [
      line("Fotovoltaica", "pv", energy(site.pvKwh)),
      line("Su consumo", "demand", energy(site.demandKwh)),
      line("Compra a la red", "grid", energy(schedule.importKwh)),
      line("Carga de la batería", "battery", charge),
      line("Descarga de la batería", "battery", discharge),
      line("Excedentes", "export", energy(schedule.exportKwh, -1)),
      ...(curtailed.some((value) => value < 0) ? [line("Fotovoltaica no aprovechada", "lost", curtailed)] : []),
      line(
        "Energía almacenada",
        "battery",
        hours.map((t) => rounded(inHour(schedule.socKwh, t).at(-1)!)),
        { line: { dash: "dot" } },
      ),
      line("Precio de compra", "price", price, { yaxis: "y2" }),
    ],
    layout: {
      title: "Operación en semanas típicas",
      xaxis: { title: "Hora" },
      yaxis: { title: "kWh" },
      yaxis2: { title: "€/MWh" },
      weeks,
      ...described(
        phrase`La batería carga hasta ${kwhPerHour(-Math.min(0, ...charge))} y descarga hasta ${kwhPerHour(Math.max(0, ...discharge))}; se compra de ${euroMwh(Math.min(...price))} a ${euroMwh(Math.max(...price))}. En negativo, lo que entra en la batería o sale de la planta: cada hora suma su consumo.`,
      ),
    },
  };
}

/** Months of the period in order: label ("ene 2024") and, for each step, the index of its month. */
function months(timeline: Timeline): { labels: string[]; monthOf: (t: number) => number } {
  const labels: string[] = [];
  const ofDay: number[] = [];
  for (let day = 0; day <= timeline.day.at(-1)!; day++) {
    const date = dateOfDay(timeline, day);
    const label = `${monthName(date)} ${date.getUTCFullYear()}`;
    if (labels.at(-1) !== label) labels.push(label);
    ofDay.push(labels.length - 1);
  }
  return { labels, monthOf: (t) => ofDay[timeline.day[t]!]! };
}

/** Sum of `value(t)` for each of `groups` groups of steps. */
function groupSums(steps: number, groups: number, groupOf: (t: number) => number, value: (t: number) => number) {
  const sums = new Array<number>(groups).fill(0);
  for (let t = 0; t < steps; t++) sums[groupOf(t)]! += value(t);
  return sums;
}

/** Sources of each month's demand, MWh, with and without battery. */
export function stackbarPlot({ site, flows, totals }: Operation): Plot {
  const { timeline } = site;
  const { labels, monthOf } = months(timeline);
  const withoutKwh = site.demandKwh.map((demand, t) => Math.min(demand, site.pvKwh[t]!));
  const bar = (name: string, flow: string, stack: string, valueKwh: (t: number) => number): Trace => ({
    type: "bar",
    name: `${name} (${stack})`,
    flow,
    stack,
    x: labels,
    y: groupSums(timeline.steps, labels.length, monthOf, valueKwh).map((kwh) => rounded(kwh / 1000)),
  });
  const directMwh = sumMwh(withoutKwh);
  return {
    data: [
      bar("Fotovoltaica", "pv", "sin batería", (t) => withoutKwh[t]!),
      bar("Red", "grid", "sin batería", (t) => site.demandKwh[t]! - withoutKwh[t]!),
      bar("Fotovoltaica", "pv", "con batería", (t) => flows.pvToDemand[t]!),
      bar("Batería", "battery", "con batería", (t) => flows.batteryToDemand[t]!),
      bar("Red", "grid", "con batería", (t) => flows.gridToDemand[t]!),
    ],
    layout: {
      title: "Quién cubre su consumo cada mes",
      xaxis: { title: "Mes" },
      yaxis: { title: "MWh" },
      barmode: "stack",
      ...described(
        phrase`Sin batería la fotovoltaica cubre ${mwh(directMwh)} de su consumo; con ella, entre fotovoltaica y batería cubren ${mwh(totals.pvToDemand + totals.batteryToDemand)} y la red ${mwh(totals.gridToDemand)}.`,
      ),
    },
  };
}

const HOURS = Array.from({ length: 24 }, (_, hour) => `${String(hour).padStart(2, "0")}:00`);

/** Mean energy of each hour of the day, kWh/h, in stacked bars. */
function byHourOfDay({ timeline }: Site, bars: { name: string; flow: string; series: Float64Array }[]) {
  const hourOf = (t: number) => timeline.hour[t]!;
  const hoursSeen = groupSums(timeline.steps, 24, hourOf, () => timeline.stepHours);
  const data = bars.map(
    ({ name, flow, series }): Trace => ({
      type: "bar",
      name,
      flow,
      stack: "batería",
      x: HOURS,
      y: groupSums(timeline.steps, 24, hourOf, (t) => series[t]!).map((kwh, hour) =>
        hoursSeen[hour]! > 0 ? rounded(kwh / hoursSeen[hour]!) : null,
      ),
    }),
  );
  const totals = HOURS.map((_, hour) => data.reduce((sum, { y }) => sum + (y?.[hour] ?? 0), 0));
  const busiest = totals.indexOf(Math.max(...totals));
  return { data, busiest: HOURS[busiest]!, mostKwh: totals[busiest]! };
}

const hourlyAxes = { xaxis: { title: "Hora del día" }, yaxis: { title: "kWh/h de media" }, barmode: "stack" as const };

/** Sources of the battery's charge by hour of the day. */
export function chargePlot({ site, flows, totals }: Operation): Plot {
  const { data, busiest, mostKwh } = byHourOfDay(site, [
    { name: "Desde la fotovoltaica", flow: "pv", series: flows.pvToBattery },
    { name: "Desde la red", flow: "grid", series: flows.gridToBattery },
  ]);
  return {
    data,
    layout: {
      title: "Cuándo carga la batería",
      ...hourlyAxes,
      ...described(
        mostKwh > 0
          ? phrase`La batería carga ${mwh(totals.pvToBattery)} de la fotovoltaica y ${mwh(totals.gridToBattery)} de la red; sobre todo a las ${busiest}, con ${kwhPerHour(mostKwh)} de media.`
          : phrase`La batería no carga en todo el periodo.`,
      ),
    },
  };
}

/** Uses of the battery's discharge by hour of the day. */
export function dischargePlot({ site, flows, totals }: Operation): Plot {
  const { data, busiest, mostKwh } = byHourOfDay(site, [
    { name: "A su consumo", flow: "battery", series: flows.batteryToDemand },
    { name: "A la red", flow: "export", series: flows.batteryToExport },
  ]);
  return {
    data,
    layout: {
      title: "Cuándo descarga la batería",
      ...hourlyAxes,
      ...described(
        mostKwh > 0
          ? phrase`La batería entrega ${mwh(totals.batteryToDemand)} a su consumo y ${mwh(totals.batteryToExport)} a la red; sobre todo a las ${busiest}, con ${kwhPerHour(mostKwh)} de media.`
          : phrase`La batería no descarga en todo el periodo.`,
      ),
    },
  };
}

/** Value of each step's energy, EUR/1000: grid energy at the buy price, PV and exports at the sell price. */
const chargeValue =
  ({ site, flows }: Operation) =>
  (t: number) =>
    flows.gridToBattery[t]! * site.buyEurMwh[t]! + flows.pvToBattery[t]! * site.sellEurMwh[t]!;
const dischargeValue =
  ({ site, flows }: Operation) =>
  (t: number) =>
    flows.batteryToDemand[t]! * site.buyEurMwh[t]! + flows.batteryToExport[t]! * site.sellEurMwh[t]!;

/** Mean price at which the battery charges and discharges over the period, EUR/MWh; null without such energy. */
export function batteryPrices(operation: Operation): { charge: number | null; discharge: number | null } {
  const { schedule, site } = operation;
  const total = (value: (t: number) => number) => groupSums(site.timeline.steps, 1, () => 0, value)[0]!;
  return {
    charge: meanOrNull(
      total(chargeValue(operation)),
      total((t) => schedule.chargeKwh[t]!),
    ),
    discharge: meanOrNull(
      total(dischargeValue(operation)),
      total((t) => schedule.dischargeKwh[t]!),
    ),
  };
}

/** Mean price when charging against mean price when discharging, by month. */
export function spreadPlot(operation: Operation): Plot {
  const { site, schedule } = operation;
  const { labels, monthOf } = months(site.timeline);
  const byMonth = (value: (t: number) => number) => groupSums(site.timeline.steps, labels.length, monthOf, value);
  const bar = (name: string, flow: string, value: (t: number) => number, energyKwh: Float64Array): Trace => {
    const energy = byMonth((t) => energyKwh[t]!);
    return {
      type: "bar",
      name,
      flow,
      x: labels,
      y: byMonth(value).map((sum, month) => meanOrNull(sum, energy[month]!)),
    };
  };
  const { charge, discharge } = batteryPrices(operation);
  return {
    data: [
      bar("Al cargar", "grid", chargeValue(operation), schedule.chargeKwh),
      bar("Al descargar", "battery", dischargeValue(operation), schedule.dischargeKwh),
    ],
    layout: {
      title: "A qué precio carga y descarga",
      xaxis: { title: "Mes" },
      yaxis: { title: "€/MWh" },
      barmode: "group",
      ...described(
        charge !== null && discharge !== null
          ? phrase`De media la energía que carga vale ${euroMwh(charge)} y la que descarga ${euroMwh(discharge)}: ${euroMwh(discharge - charge)} de diferencia.`
          : phrase`La batería no opera en todo el periodo.`,
      ),
    },
  };
}
