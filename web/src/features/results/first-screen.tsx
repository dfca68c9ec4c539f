import type { UncertaintyProgress } from "@ecotrim/contracts/realtime/events";
import { isProvisional } from "@ecotrim/contracts/simulations/result";
import { labelOf, unitOf } from "@ecotrim/present/figures";
import { classification } from "@ecotrim/present/results/profitability";
import { replacementYearOf } from "@ecotrim/present/results/return-curve";
import { isTrusted } from "@ecotrim/present/results/trust";
import { assumedSavings } from "@ecotrim/present/simulations/calculated";
import type { ReactNode } from "react";
import { useNumberStyle } from "../../lib/number-style.ts";
import { Figures } from "../../ui/figure.tsx";
import { pictureLines } from "../charts/picture-lines.ts";
import { CashFlowCurve } from "./cash-flow-curve.tsx";
import { KeyFigure } from "./key-figure.tsx";
import { nullReason } from "./null-reason.ts";
import { Provisional } from "./provisional.tsx";
import { ScenarioBand } from "./scenario-band.tsx";
import { TrustMeter } from "./trust-meter.tsx";
import { Verdict } from "./verdict.tsx";
import "./first-screen.css";
import type { CompletedRecord } from "./completed-record.ts";

const CURVE_HEIGHT_PX = 215;

interface FirstScreenProps {
  record: CompletedRecord;
  /** The latest scenarios; null before the first. */
  band: UncertaintyProgress | null;
  /** The heading, written around the name of the figure. */
  heading: (name: string) => ReactNode;
  /** What the reader may do next. */
  actions?: ReactNode;
  /** Leads to where the contract is told; undefined where it cannot be told. */
  contractPath?: string | undefined;
}

/** The answer: one figure, its verdict and band, when the investment comes back, and how far it is to be trusted. */
export function FirstScreen({ record, band, heading, actions, contractPath }: FirstScreenProps) {
  const trusted = isTrusted(record.results);
  const { locale } = useNumberStyle();
  return (
    <div className="first-screen">
      {/* On paper nothing else says whose case it is. */}
      <p className="first-screen-case" aria-hidden="true">
        {pictureLines(record, locale).join(" · ")}
      </p>
      <Headline record={record} band={band} heading={heading} actions={actions} trusted={trusted} />
      <div className="first-screen-beside">
        {trusted && (
          <>
            <section className="first-screen-return">
              <Curve record={record} />
              <KeyFigures record={record} />
            </section>
            <TrustMeter record={record} contractPath={contractPath} />
          </>
        )}
      </div>
    </div>
  );
}

function Headline({ record, band, heading, actions, trusted }: FirstScreenProps & { trusted: boolean }) {
  const { given, euros, spellBare } = useNumberStyle();
  const { results, uncertainty, verdict } = record;
  const { savings, irr, npv, battery_capacity_kwh, battery_power_kw } = results.summary;
  const label = isProvisional(results) ? null : classification(savings, irr, npv);
  const battery = `${given(battery_capacity_kwh, "kWh")} / ${given(battery_power_kw, "kW")}`;
  const assumed = assumedSavings(results);
  return (
    <section className="headline">
      {heading(`${labelOf("savings")} con ${battery}`)}
      {!trusted ? (
        <Verdict verdict={verdict} />
      ) : savings === null ? (
        <>
          <p className="headline-figure" data-missing>
            No aplicable
          </p>
          <Verdict verdict={verdict} />
        </>
      ) : (
        <>
          <p className="headline-figure">
            {spellBare("savings", savings, "headline")} <span>{unitOf("savings", "headline")}</span>
          </p>
          <Verdict verdict={verdict} label={label} />
          <Provisional record={record} />
          <p className="headline-note">
            Primer año, antes de impuestos y sin IVA.
            {assumed > 0 && ` De ellos, ${euros(assumed)} son supuestos, no calculados.`}
          </p>
          {uncertainty && <ScenarioBand run={uncertainty} band={band} />}
        </>
      )}
      {actions && <div className="headline-actions">{actions}</div>}
    </section>
  );
}

type Completed = Pick<FirstScreenProps, "record">;

function Curve({ record: { results, uncertainty } }: Completed) {
  const { economic_model, owner, kpi_new_table } = results;
  const years = economic_model?.cashflow_df.map(({ cumulative_eur }) => cumulative_eur) ?? [];
  if (years.length < 2 || results.summary.npv === null) return null;
  return (
    <CashFlowCurve
      years={years}
      band={uncertainty?.result?.cumulative_eur ?? null}
      payback={(owner ?? kpi_new_table.economics).payback_years}
      replacementYear={replacementYearOf(results)}
      isOwners={owner !== undefined}
      height={CURVE_HEIGHT_PX}
    />
  );
}

function KeyFigures({ record: { results, uncertainty } }: Completed) {
  const style = useNumberStyle();
  const { percent, spell, write } = style;
  const { economics } = results.kpi_new_table;
  const why = (key: string, value: number | null, otherwise: string) =>
    value === null ? nullReason(results, key, style) : otherwise;
  const assumed = (wanted: string) => {
    const found = results.assumptions.find(({ key }) => key === wanted);
    return found && write(found.value, found.value_parts);
  };
  const life = assumed("life_years");
  const rate = assumed("discount_rate");
  const probability = uncertainty?.result?.probability_npv_positive?.value ?? null;
  const npvNote = [
    rate ? `al ${rate}` : "",
    probability === null ? "" : `positivo en el ${percent(probability, 0)} de los escenarios`,
  ];
  return (
    <Figures>
      <KeyFigure
        name="npv"
        value={economics.npv}
        note={why("npv", economics.npv, npvNote.filter(Boolean).join("; "))}
      />
      <KeyFigure
        name="irr"
        value={economics.irr}
        note={why("irr", economics.irr, `antes de impuestos${life ? `, ${life}` : ""}`)}
      />
      <KeyFigure
        name="payback_years"
        value={economics.payback_years}
        note={why("payback_years", economics.payback_years, `inversión: ${spell("capex_eur", economics.capex_eur)}`)}
      />
      <KeyFigure
        name="lcoe"
        value={economics.lcoe}
        note={
          economics.lcoe_without_battery === null
            ? why("lcoe", economics.lcoe, "")
            : `sin batería: ${spell("lcoe_without_battery", economics.lcoe_without_battery)}`
        }
      />
    </Figures>
  );
}
