import { formatNumber, roundDecimal } from "@ecotrim/contracts/numbers";
import { MonthlySpending } from "@ecotrim/contracts/simulations/fields";
import { zoneOf } from "@ecotrim/contracts/simulations/zones";
import { toThreeFigures } from "@ecotrim/present/phrase";
import { Text } from "@mantine/core";
import { useQuery } from "@tanstack/react-query";
import { useRef, useState } from "react";
import { NumberField } from "../../../ui/number-field.tsx";
import { Refine } from "../../../ui/refine.tsx";
import { BillCheckSection } from "../bill/bill-check-section.tsx";
import { useAdvance } from "../navigation.ts";
import { contractOf, installedPlant, SPENDING_STEP } from "../state.ts";
import { StepForm } from "../step-form.tsx";
import { updateCalculator, useCalculator } from "../store.ts";
import { WizardFrame } from "../wizard-frame.tsx";
import { ContractDetails } from "./contract-details.tsx";
import { ContractFields } from "./contract-fields.tsx";
import { SlipNotes } from "./slip-notes.tsx";
import { useSlips } from "./use-slips.ts";
import "./spending-step.css";

/** With the spending also a consumption is doubted that passed without it. */
const DOUBTED = ["total_spending", "demand_value", "pv_value"] as const;
const MONTHS = 12;
/** Purchases so small that a price per MWh would mean nothing. */
const LEAST_PURCHASES_MWH = 1;

/** To the cent: twelve times a figure with cents is not exact in floating point. */
const cents = (eur: number): number => roundDecimal(eur, 2);

export function SpendingStep() {
  const state = useCalculator();
  const { total_spendings, contract_kind, tariff, province } = state;
  const slips = useSlips(DOUBTED);
  const advance = useAdvance(SPENDING_STEP);
  const [showError, setShowError] = useState(false);
  const field = useRef<HTMLInputElement>(null);

  const spend = (monthly: number | null) =>
    updateCalculator((state) => ({
      ...state,
      total_spendings: monthly === null ? null : cents(monthly * MONTHS),
    }));
  const isContractUsable = Object.keys(contractOf(state).faults).length === 0;
  const submit = () => {
    if (total_spendings !== null && isContractUsable) return slips.check(advance);
    setShowError(true);
    if (total_spendings === null) field.current?.focus();
  };

  return (
    <WizardFrame step={SPENDING_STEP}>
      <StepForm
        title="¿Cuánto gasta al mes en energía?"
        lead="Lo que le cuesta en un mes medio la energía que compra a la red."
        submit="Siguiente"
        onSubmit={submit}
        note={showError && !isContractUsable ? "Corrija lo señalado en «Tengo la factura a mano»." : slips.note}
      >
        <div className="card spending">
          <NumberField
            label="Gasto mensual en energía"
            hint="En su factura, solo el término de energía: sin IVA, sin término de potencia y sin impuesto eléctrico."
            schema={MonthlySpending}
            unit="€"
            per="al mes"
            decimals={2}
            money
            quantity={{ kind: "money", shown: "€ al mes", toField: (eurYear) => eurYear / MONTHS }}
            value={total_spendings === null ? null : cents(total_spendings / MONTHS)}
            onChange={spend}
            showError={showError}
            inputRef={field}
          />
          <PriceMeant />
          <SlipNotes slips={slips} />
        </div>
        <ContractFields
          contract_kind={contract_kind}
          tariff={tariff}
          onChange={(answer) => updateCalculator((state) => ({ ...state, ...answer }))}
        />
        <ContractDetails showFaults={showError} />
      </StepForm>
      <div className="bill-section">
        <Refine title="Comprobar una factura" summary="Su importe, línea a línea, en este navegador" lazy>
          <BillCheckSection tariff={tariff} zone={zoneOf(province)} onSpending={spend} />
        </Refine>
      </div>
    </WizardFrame>
  );
}

/** The spending per MWh, so that a figure with VAT or of another site is noticed before the run. */
function PriceMeant() {
  const state = useCalculator();
  const { generation, province, pv_tilt_deg, pv_azimuth_deg, demand, total_spendings } = state;
  const { type, weekend, average } = demand;
  const { pv_installed } = installedPlant(state);
  const { data: purchasesMwh } = useQuery({
    queryKey: [
      ...["grid-purchases", generation, pv_installed, province, pv_tilt_deg, pv_azimuth_deg],
      ...[type, weekend, average],
    ],
    queryFn: async () => {
      const { yearlyGridPurchasesMwh } = await import("../grid-purchases.ts");
      const site = { province, pv_tilt_deg, pv_azimuth_deg, type, weekend, ...installedPlant(state) };
      return yearlyGridPurchasesMwh({ ...site, generation: generation ?? 0, average: average ?? 0 });
    },
    staleTime: Infinity,
    // Computed in the browser.
    networkMode: "always",
  });

  const sentence = () => {
    if (total_spendings === null || purchasesMwh === undefined) return "";
    if (purchasesMwh < LEAST_PURCHASES_MWH)
      return "Con su fotovoltaica y su consumo apenas compra energía a la red: no hay un precio con el que comparar.";
    const price = formatNumber(toThreeFigures(total_spendings / purchasesMwh), { unit: "€/MWh" });
    const purchases = formatNumber(purchasesMwh, { decimals: 0, unit: "MWh" });
    return `Equivale a ${price} comprado de la red (estimamos ${purchases} al año).`;
  };

  return (
    <Text size="sm" c="dimmed" mih="1.45em" aria-live="polite">
      {sentence()}
    </Text>
  );
}
