import {
  type FinanceTerms,
  type FinanceTermsInput,
  INCENTIVE_TIME,
} from "@ecotrim/contracts/simulations/finance-terms";
import { INCENTIVES } from "@ecotrim/contracts/simulations/incentives";
import { incentiveStatus } from "@ecotrim/present/finance/conditions";
import {
  INSURANCE_FIELD,
  incentiveAmount,
  incentiveTime,
  TERM_GROUPS,
  type TermField,
  type TermGroup,
  termFields,
} from "@ecotrim/present/finance/term-fields";
import { Button, Checkbox } from "@mantine/core";
import { useState } from "react";
import { NumberField } from "../../../ui/number-field.tsx";
import type { Terms } from "./use-terms.ts";

interface TermsFormProps {
  terms: Terms;
  complete: FinanceTerms;
}

/** Every term that can be changed, beside the source of its default. Each change counts at once. */
export function TermsForm({ terms: { given, change, isKept, error }, complete }: TermsFormProps) {
  // A field keeps what is typed, so that going back to the defaults makes the fields anew.
  const [edition, setEdition] = useState(0);
  const reset = () => {
    change({});
    setEdition(edition + 1);
  };
  return (
    <div className="terms-form" key={edition}>
      {Object.keys(TERM_GROUPS).map((group) => (
        <Group key={group} group={group as TermGroup} given={given} complete={complete} change={change} />
      ))}
      <fieldset>
        <legend>Seguro</legend>
        <NumberField
          {...INSURANCE_FIELD}
          decimals={2}
          optional
          value={complete.insurance_fct * INSURANCE_FIELD.factor}
          onChange={(value) => change({ ...given, insurance_fct: (value ?? 0) / INSURANCE_FIELD.factor })}
        />
        <p className="result-note">{INSURANCE_FIELD.source}</p>
      </fieldset>
      <Incentives given={given} change={change} />
      <div className="terms-foot">
        <Button variant="default" onClick={reset} disabled={Object.keys(given).length === 0}>
          Volver a las condiciones por defecto
        </Button>
        <p className="result-note" role="status">
          {error
            ? `No se han podido guardar las condiciones: ${error.message}`
            : isKept
              ? "Las condiciones se guardan con la simulación y salen en el informe premium."
              : "Las condiciones que cambie aquí no se guardan: la simulación es de otra persona."}
        </p>
      </div>
    </div>
  );
}

interface GroupProps extends Pick<Terms, "given" | "change"> {
  group: TermGroup;
  complete: FinanceTerms;
}

function Group({ group, given, complete, change }: GroupProps) {
  const values = complete[group] as Record<string, number | boolean | undefined>;
  const set = (key: string, value: number | boolean | undefined) => {
    const { [key]: _, ...others } = (given[group] ?? {}) as Record<string, unknown>;
    change({ ...given, [group]: value === undefined ? others : { ...others, [key]: value } } as FinanceTermsInput);
  };
  // The two fees of a service stand for one another.
  const setNumber = ({ key, factor }: TermField, value: number | null) => {
    const other = { fee_eur_month: "fee_eur_kw_month", fee_eur_kw_month: "fee_eur_month" }[key];
    if (value !== null && other && group === "service") {
      const { [other]: _, ...rest } = (given.service ?? {}) as Record<string, unknown>;
      change({ ...given, service: { ...rest, [key]: value } });
    } else set(key, value === null ? undefined : value / factor);
  };
  const { name, source } = TERM_GROUPS[group];
  return (
    <fieldset>
      <legend>{name}</legend>
      <div className="terms-fields">
        {termFields(group).map((field) => {
          const value = values[field.key];
          return (
            <NumberField
              key={field.key}
              label={field.label}
              schema={field.schema}
              unit={field.unit}
              decimals={field.decimals}
              money={field.unit.startsWith("€")}
              optional={field.optional}
              hideLimits
              value={typeof value === "number" ? value * field.factor : null}
              onChange={(typed) => (typed !== null || field.optional) && setNumber(field, typed)}
            />
          );
        })}
      </div>
      {group === "lease" && (
        <Checkbox
          label="La cuota incluye mantenimiento, seguro y averías"
          checked={complete.lease.upkeep_included}
          onChange={({ currentTarget }) => set("upkeep_included", currentTarget.checked)}
        />
      )}
      <p className="result-note">{source}</p>
    </fieldset>
  );
}

/** Incentives with their legal status; each is off until it is asked for. */
function Incentives({ given, change }: Pick<Terms, "given" | "change">) {
  const asked = given.incentives ?? [];
  const put = (id: string, next: (typeof asked)[number] | null) => {
    const others = asked.filter((incentive) => incentive.id !== id);
    change({ ...given, incentives: next ? [...others, next] : others });
  };
  return (
    <fieldset>
      <legend>Ayudas</legend>
      {INCENTIVES.map((incentive) => {
        const amount = incentiveAmount(incentive.kind);
        const time = incentiveTime(incentive.kind);
        const chosen = asked.find(({ id }) => id === incentive.id);
        return (
          <div key={incentive.id} className="incentive">
            <Checkbox
              label={incentive.name}
              description={incentiveStatus(incentive)}
              checked={chosen !== undefined}
              onChange={({ currentTarget }) =>
                put(incentive.id, currentTarget.checked ? { id: incentive.id, value: 0 } : null)
              }
            />
            {chosen && amount && (
              <div className="terms-fields">
                <NumberField
                  label={`Importe de ${incentive.name}`}
                  schema={amount.schema}
                  unit={amount.unit}
                  decimals={2}
                  hideLimits
                  value={chosen.value * amount.factor}
                  onChange={(value) => value !== null && put(incentive.id, { ...chosen, value: value / amount.factor })}
                />
                <NumberField
                  label={time.label}
                  schema={time.schema}
                  unit=""
                  decimals={0}
                  hideLimits
                  value={chosen[time.key] ?? INCENTIVE_TIME[time.key]}
                  onChange={(value) => value !== null && put(incentive.id, { ...chosen, [time.key]: value })}
                />
              </div>
            )}
          </div>
        );
      })}
    </fieldset>
  );
}
