import { formatNumber } from "@ecotrim/contracts/numbers";
import { ContractedKw, meterOfPower, PERIODS, type Zone } from "@ecotrim/contracts/simulations/contract";
import { DEFAULT_TARIFF_YEAR, TARIFFS, type TariffName } from "@ecotrim/contracts/simulations/tariff";
import { zoneOf } from "@ecotrim/contracts/simulations/zones";
import { Button, Checkbox, NativeSelect, Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { NumberField } from "../../../ui/number-field.tsx";
import { Refine } from "../../../ui/refine.tsx";
import { FigureCells } from "../bill/figure-cells.tsx";
import { readFigures, type Texts } from "../bill/figures.ts";
import { ZONE_OPTIONS } from "../bill/zone-options.ts";
import { type ContractAnswers, type ContractTexts, hasContract, NO_CONTRACT } from "../contract-answers.ts";
import { contractOf } from "../state.ts";
import { updateCalculator, useCalculator } from "../store.ts";
import { MonthlyTable } from "./monthly-table.tsx";

const VOLTAGES: Record<TariffName, string> = {
  "3.0TD": "baja tensión, más de 15 kW",
  "6.1TD": "media tensión, de 1 a 30 kV",
  "6.2TD": "alta tensión, de 30 a 72,5 kV",
  "6.3TD": "alta tensión, de 72,5 a 145 kV",
  "6.4TD": "alta tensión, más de 145 kV",
};
const TARIFF_OPTIONS = TARIFFS.map((value) => ({ value, label: `${value}: ${VOLTAGES[value]}` }));

/** Rows of what powers beyond the present ones cost. */
const RIGHTS = ["keep_p6", "allow_p6", "highest_ever"] as const;

interface ContractDetailsProps {
  /** Shows what is missing although no field has been left yet. */
  showFaults: boolean;
}

/** What a bill says of the contract: with the six powers the battery is valued against power term and excess as well. */
export function ContractDetails({ showFaults }: ContractDetailsProps) {
  const state = useCalculator();
  const { contract: answers, tariff, contract_kind, province } = state;
  const [left, setLeft] = useState(false);
  const faults = left || showFaults ? contractOf(state).faults : {};

  const set = (change: Partial<ContractAnswers>) =>
    updateCalculator((before) => ({ ...before, contract: { ...before.contract, ...change } }));
  const row = (key: keyof ContractTexts) => ({
    texts: answers[key],
    onChange: (texts: string[]) => set({ [key]: texts }),
    faults: faults[key],
  });
  const { values } = readFigures(answers.kw, ContractedKw);
  const powers = values.filter((kw) => kw !== null);
  const isOnePower = powers.length === PERIODS.length && powers.every((kw) => kw === powers[0]);
  const [highestTyped = null] = readFigures(answers.highest_ever, ContractedKw).values;
  const highestEverKw = highestTyped ?? Math.max(0, ...powers);
  const isFixed = contract_kind === "fixed" || contract_kind === "fixed_by_period";

  return (
    <Refine
      title="Tengo la factura a mano"
      summary="Para calcular también potencia y excesos"
      open={hasContract(answers)}
    >
      <fieldset aria-label="Datos de la factura" className="contract-details" onBlur={() => setLeft(true)}>
        <div className="contract-details-pair">
          <NativeSelect
            label="Peaje de acceso (ATR)"
            description="Mire en su factura «Peaje de acceso» o «ATR»."
            size="md"
            data={TARIFF_OPTIONS}
            value={tariff}
            onChange={({ currentTarget: { value } }) =>
              updateCalculator((before) => ({ ...before, tariff: value as TariffName }))
            }
          />
          <NativeSelect
            label="Zona"
            description="Los periodos P1 a P6 cambian con ella."
            size="md"
            data={ZONE_OPTIONS}
            value={answers.zone ?? zoneOf(province)}
            onChange={({ currentTarget: { value } }) =>
              set({ zone: value === zoneOf(province) ? null : (value as Zone) })
            }
          />
        </div>
        <NumberField
          label="Potencia contratada"
          hint="Si no la recuerda, escriba la mayor de su factura; después puede corregir cada periodo."
          schema={ContractedKw}
          unit="kW"
          decimals={3}
          quantity={{ kind: "power_kw" }}
          optional
          hideLimits
          value={isOnePower ? powers[0]! : null}
          onChange={(kw) => {
            if (kw !== null) set({ kw: PERIODS.map(() => String(kw).replace(".", ",")) });
          }}
        />
        <FigureCells
          label="La de cada periodo"
          unit="kW"
          hint="Debe cumplirse P1 ≤ P2 ≤ … ≤ P6."
          names={PERIODS}
          {...row("kw")}
        />
        {powers.length > 0 && (
          <Text size="sm" c="dimmed">
            Contador deducido de su potencia:{" "}
            {meterOfPower(powers) === "quarter_hours"
              ? "de cuartos de hora, por tener más de 50 kW."
              : "de maxímetro, por no pasar de 50 kW."}
          </Text>
        )}
        {contract_kind === "fixed_by_period" && (
          <FigureCells
            label="Precio de la energía"
            unit="€/kWh"
            hint="Copie los seis precios de «término de energía». Puede pegarlos a la vez."
            names={PERIODS}
            {...row("prices")}
          />
        )}
        {contract_kind === "fixed" && (
          <FigureCells label="Precio de la energía" unit="€/kWh" names={["Precio"]} {...row("price")} />
        )}
        {isFixed && (
          <Checkbox
            label="Los precios incluyen peajes y cargos"
            description="Si ve aparte «peajes» o «ATR», quite la marca."
            radius="xs"
            checked={answers.atr_included}
            onChange={({ currentTarget }) => set({ atr_included: currentTarget.checked })}
          />
        )}
        {contract_kind === "fixed_margin" && (
          <FigureCells
            label="Margen del indexado"
            unit="€/MWh"
            hint="El margen de su comercializadora. Sin él, lo estimamos con su gasto."
            names={["Margen"]}
            {...row("fee")}
          />
        )}
        <Refine
          title="Maxímetros"
          summary="Hacen falta para calcular potencia y excesos"
          open={answers.maximeters.some((text) => text !== "")}
        >
          <MonthlyTable
            label="Maxímetro"
            hint="Potencia máxima demandada de cada periodo, en kW. Está en la segunda hoja de la factura."
            {...row("maximeters")}
          />
        </Refine>
        <Refine
          title="Energía reactiva"
          summary="La batería puede encarecerla: lo calculamos"
          open={answers.reactive.some((text) => text !== "")}
        >
          <MonthlyTable label="Energía reactiva" hint="Los kVArh de cada factura." {...row("reactive")} />
        </Refine>
        <Refine
          title="Otros"
          summary="Derechos de potencia, más potencia en P6, reducción del impuesto"
          open={answers.reduction || RIGHTS.some((key) => answers[key].some((text) => text !== ""))}
        >
          <FigureCells
            label="Conservar derechos: P6 no baja de"
            unit="kW"
            hint="Al proponerle potencias nuevas, P6 no bajará de esta."
            names={["P6"]}
            {...row("keep_p6")}
          />
          <P6Cost tariff={tariff} texts={answers.keep_p6} />
          <FigureCells
            label="Permitir más potencia en P6"
            unit="kW"
            hint="Para que la batería cargue en P6 por encima de lo contratado. Se paga su término de potencia y, una vez, el derecho de acceso. Cuatro de cada cinco nudos de distribución están saturados."
            names={["P6"]}
            {...row("allow_p6")}
          />
          <P6Cost tariff={tariff} texts={answers.allow_p6} highestEverKw={highestEverKw} />
          <FigureCells
            label="Mayor potencia que ha tenido contratada"
            unit="kW"
            hint="Hasta ella no se pagan derechos de acceso. Si la deja vacía, tomamos la de hoy."
            names={["Potencia"]}
            {...row("highest_ever")}
          />
          <Checkbox
            label="Reducción del 85 % del impuesto eléctrico"
            description="Solo industrias con CAE: metalúrgica, mineralógica, química, riego o consumo intensivo."
            radius="xs"
            checked={answers.reduction}
            onChange={({ currentTarget }) => set({ reduction: currentTarget.checked })}
          />
        </Refine>
        {hasContract(answers) && (
          <div>
            <Button variant="default" onClick={() => set(NO_CONTRACT)}>
              Quitar los datos de la factura
            </Button>
          </div>
        )}
      </fieldset>
    </Refine>
  );
}

interface P6CostProps {
  tariff: TariffName;
  texts: Texts;
  /** Where given, power above it costs an access right. */
  highestEverKw?: number;
}

/** What a power in P6 costs with the newest prices: its power term a year and, once, the right to it. */
function P6Cost({ tariff, texts, highestEverKw }: P6CostProps) {
  const [kw = null] = readFigures(texts, ContractedKw).values;
  const { data } = useQuery({
    queryKey: ["p6-cost", tariff, kw, highestEverKw],
    queryFn: async () => {
      const { powerEurKwYear } = await import("@ecotrim/engine/bill/tables");
      const { accessRightEur } = await import("@ecotrim/engine/power-contract/peak-limit");
      return {
        eurYear: kw! * powerEurKwYear(tariff, DEFAULT_TARIFF_YEAR).at(-1)!,
        rightEur: highestEverKw === undefined ? 0 : accessRightEur([kw!], highestEverKw),
      };
    },
    enabled: kw !== null,
    staleTime: Infinity,
    // Computed in the browser.
    networkMode: "always",
  });
  if (!data) return null;
  const euros = (eur: number) => formatNumber(eur, { decimals: 0, unit: "€" });
  return (
    <Text size="sm" c="dimmed">
      Su término de potencia cuesta unos {euros(data.eurYear)} al año
      {data.rightEur > 0 && `, y el derecho de acceso ${euros(data.rightEur)} una vez`}.
    </Text>
  );
}
