import { ContractedKw, meterOfPower, PERIODS, type Zone, zoneOf } from "@ecotrim/contracts/simulations/contract";
import { TARIFFS, type TariffName } from "@ecotrim/contracts/simulations/tariff";
import { Checkbox, NativeSelect, Text } from "@mantine/core";
import { useState } from "react";
import { NumberField } from "../../../ui/number-field.tsx";
import { Refine } from "../../../ui/refine.tsx";
import { FigureCells } from "../bill/figure-cells.tsx";
import { readFigures } from "../bill/figures.ts";
import { ZONE_OPTIONS } from "../bill/zone-options.ts";
import { type ContractAnswers, type ContractTexts, hasContract } from "../contract-answers.ts";
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
        <Refine title="Otros" summary="P6 que quiere conservar, reducción del impuesto" open={answers.reduction}>
          <FigureCells
            label="Potencia que quiere conservar en P6"
            unit="kW"
            hint="Al proponerle potencias nuevas, P6 no bajará de esta."
            names={["P6"]}
            {...row("keep_p6")}
          />
          <Checkbox
            label="Reducción del 85 % del impuesto eléctrico"
            description="Solo industrias con CAE: metalúrgica, mineralógica, química, riego o consumo intensivo."
            radius="xs"
            checked={answers.reduction}
            onChange={({ currentTarget }) => set({ reduction: currentTarget.checked })}
          />
        </Refine>
      </fieldset>
    </Refine>
  );
}
