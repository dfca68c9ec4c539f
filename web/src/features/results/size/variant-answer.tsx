import type { Verdict } from "@ecotrim/contracts/simulations/verdict";
import { labelOf, type ResultKey } from "@ecotrim/present/figures";
import { VERDICT_TONES } from "@ecotrim/present/results/verdict-words";
import type { VariantFigures } from "@ecotrim/present/studies/explorer";
import { useDebouncedValue } from "@mantine/hooks";
import { memo, useEffect, useMemo, useState } from "react";
import { type NumberStyle, useNumberStyle } from "../../../lib/number-style.ts";
import { Figures } from "../../../ui/figure.tsx";
import { CashFlowCurve } from "../cash-flow-curve.tsx";
import { KeyFigure } from "../key-figure.tsx";

const CURVE_HEIGHT_PX = 170;
/** Pause of the sliders before the curve follows. */
const DRAWN_AFTER_MS = 200;
/** Pause of the sliders before the verdict is spoken. */
const SPOKEN_AFTER_MS = 1000;

interface VariantAnswerProps {
  variant: VariantFigures;
  /** Of the variant; where nothing is moved that of the result, which rests on more scenarios. */
  verdict: Verdict;
  calculated: VariantFigures;
  /** Nothing is moved. */
  isCalculated: boolean;
  /** Who invests has a share of the saving, which is the reader's. */
  isShared: boolean;
  /** The year in which the inverter is replaced; null where none is. */
  replacementYear: number | null;
  band: { p10: readonly number[]; p90: readonly number[] } | null;
}

/**
 * What the variant is worth, and what it differs by from the calculated battery. The curve follows once the sliders
 * rest: drawing it takes longer than a slider may wait for its figures.
 */
export const VariantAnswer = memo(function VariantAnswer(props: VariantAnswerProps) {
  const { variant, verdict, calculated, isCalculated, isShared, replacementYear, band } = props;
  const style = useNumberStyle();
  const shown = useMemo(() => ({ variant, isCalculated }), [variant, isCalculated]);
  const [drawn] = useDebouncedValue(shown, DRAWN_AFTER_MS);
  const sentence = style.write(verdict.sentence, verdict.sentence_parts);
  return (
    <div className="variant-answer">
      <section className="card variant-figures" aria-label="Resultado de la variante">
        <p className="verdict-sentence" data-tone={VERDICT_TONES[verdict.code] ?? undefined}>
          {sentence}
        </p>
        {variant.scenarios !== null && (
          // Its line is kept while it is empty: what the first step of a slider moves is painted anew, and hard to follow.
          <p className="result-note">
            {isCalculated ? "\u00a0" : `Riesgo estimado con ${style.given(variant.scenarios, "escenarios")}.`}
          </p>
        )}
        <Spoken text={sentence} />
        <Figures>
          <Changed name="savings" variant={variant} calculated={calculated} />
          <Changed name="npv" variant={variant} calculated={calculated} />
          <Changed name="irr" variant={variant} calculated={calculated} />
          <Changed
            name="payback_years"
            label={isShared ? `${labelOf("payback_years", "card")} de quien invierte` : undefined}
            variant={variant}
            calculated={calculated}
          />
        </Figures>
      </section>
      <CashFlowCurve
        years={drawn.variant.cumulative_eur}
        before={drawn.isCalculated ? undefined : calculated.cumulative_eur}
        band={drawn.isCalculated ? band : null}
        payback={drawn.variant.payback_years}
        replacementYear={replacementYear}
        isOwners={isShared}
        height={CURVE_HEIGHT_PX}
      />
    </div>
  );
});

/** Says the verdict once the sliders rest, not at each of their steps. */
function Spoken({ text }: { text: string }) {
  const [said, setSaid] = useState("");
  useEffect(() => {
    const timer = setTimeout(() => setSaid(text), SPOKEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return (
    <p className="visually-hidden" role="status">
      {said}
    </p>
  );
}

type FigureName = Extract<ResultKey, "savings" | "npv" | "irr" | "payback_years">;

function Changed({
  name,
  label,
  variant,
  calculated,
}: { name: FigureName; label?: string | undefined } & Pick<VariantAnswerProps, "variant" | "calculated">) {
  const style = useNumberStyle();
  const [now, before] = [variant[name], calculated[name]];
  const change = now === null || before === null ? null : now - before;
  return (
    <KeyFigure name={name} label={label} value={now} note={<Change name={name} change={change} style={style} />} />
  );
}

/** Decimals and unit of a change; a rate changes by points. */
const CHANGES: Record<FigureName, { decimals: number; unit: string; factor: number }> = {
  savings: { decimals: 0, unit: "€", factor: 1 },
  npv: { decimals: 0, unit: "€", factor: 1 },
  irr: { decimals: 1, unit: "puntos", factor: 100 },
  payback_years: { decimals: 1, unit: "años", factor: 1 },
};

function Change({ name, change, style }: { name: FigureName; change: number | null; style: NumberStyle }) {
  const { decimals, unit, factor } = CHANGES[name];
  if (change === null) return null;
  const shown = Number((change * factor).toFixed(decimals));
  if (shown === 0) return "sin cambio";
  const isBetter = shown > 0 !== (name === "payback_years");
  return (
    <span className="change" data-tone={isBetter ? "good" : "bad"}>
      {shown > 0 && "+"}
      {style.figure(shown, decimals, unit)}
    </span>
  );
}
