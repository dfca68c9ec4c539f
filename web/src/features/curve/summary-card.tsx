import type { TrustLevel } from "@ecotrim/contracts/curves/reading";
import { formatNumber, formatPercent } from "@ecotrim/contracts/numbers";
import { balanceSentences, mwh } from "@ecotrim/present/curves/balance";
import { readAs } from "@ecotrim/present/curves/reading";
import { TRUST_NAMES, trustSentence, widened } from "@ecotrim/present/curves/trust";
import { spell } from "@ecotrim/present/phrase";
import { Button } from "@mantine/core";
import { useId, useState } from "react";
import { CheckIcon, WarningIcon } from "../../ui/icons.tsx";
import { ConventionFields } from "./convention-fields.tsx";
import { cellAt, type HeatCell } from "./heat-map.tsx";
import type { ReadCurve } from "./messages.ts";
import type { Reader } from "./use-reader.ts";
import { instantText } from "./words.ts";

interface SummaryCardProps {
  read: ReadCurve;
  reader: Reader;
  onShow: (cell: HeatCell) => void;
}

const TONE: Record<TrustLevel, "good" | "fair" | "bad"> = { A: "good", B: "good", C: "fair", D: "fair" };

/** Energy of a year as people name it: a works in MWh. */
const yearly = (kwh: number): string => (kwh < 10_000 ? formatNumber(kwh, { decimals: 0, unit: "kWh" }) : mwh(kwh));
const kw = (value: number): string => formatNumber(value, { decimals: value < 10 ? 1 : 0, unit: "kW" });

/** What was read in three figures, how far it can be trusted, and how it was understood. */
export function SummaryCard({ read, reader, onShow }: SummaryCardProps) {
  const [isChanging, setChanging] = useState(false);
  const fields = useId();
  const { reading, figures, summary, trust, body, balance } = read;
  const { curve } = reading;
  const balanced = balance ? balanceSentences({ ...balance, ...summary }) : [];
  return (
    <section className="card curve-summary">
      <div className="curve-figures">
        <p>
          <span>{curve.kind === "pv" ? "Produce al año" : "Al año"}</span>
          <strong>{yearly(summary.annual_kwh)}</strong>
        </p>
        <p>
          <span>
            Punta ·{" "}
            <button type="button" className="text-button" onClick={() => onShow(cellAt(figures.heat, summary.peak_at))}>
              {instantText(summary.peak_at)}
            </button>
          </span>
          <strong>{kw(summary.peak_kw)}</strong>
        </p>
        {curve.kind !== "pv" && (
          <p>
            <span>Base nocturna</span>
            <strong>{kw(summary.base_kw)}</strong>
          </p>
        )}
        <TrustChip level={summary.trust} />
      </div>
      <div className="curve-read-as">
        <p>{readAs(reading.format, curve.step_minutes, reading.conventions)}</p>
        <Button
          variant="default"
          aria-expanded={isChanging}
          aria-controls={fields}
          onClick={() => setChanging(!isChanging)}
        >
          Cambiar
        </Button>
        <p className="curve-measured">
          {formatNumber(body.steps, { decimals: 0 })} valores · {formatPercent(summary.measured_share)} medidos
        </p>
      </div>
      <p className="curve-trust">
        {trustSentence(summary.trust, trust.reasons, figures.known_days)}
        {(summary.trust === "C" || summary.trust === "D") && ` ${spell(widened(summary.trust))}`}
      </p>
      {balanced.length > 0 && (
        <div className={balance?.is_doubtful ? "curve-refusal" : "curve-trust"}>
          {balanced.map((sentence) => (
            <p key={sentence}>{sentence}</p>
          ))}
        </div>
      )}
      <div id={fields} hidden={!isChanging}>
        {isChanging && <ConventionFields read={read} reader={reader} />}
      </div>
    </section>
  );
}

function TrustChip({ level }: { level: TrustLevel }) {
  const tone = TONE[level];
  return (
    <p className="trust-chip" data-tone={tone}>
      {tone === "good" ? <CheckIcon /> : <WarningIcon />} Confianza {level} ({TRUST_NAMES[level]})
    </p>
  );
}
