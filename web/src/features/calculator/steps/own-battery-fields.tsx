import { SimulationInput } from "@ecotrim/contracts/simulations/input";
import { NumberField } from "../../../ui/number-field.tsx";
import { type OwnBattery, OwnCapacityKwh, OwnPowerKw } from "../state.ts";

interface OwnBatteryFieldsProps {
  value: OwnBattery;
  onChange: (answer: Partial<OwnBattery>) => void;
}

/** The battery of an offer. Its price decides the verdict more than its size, so it is asked here. */
export function OwnBatteryFields({ value, onChange }: OwnBatteryFieldsProps) {
  return (
    <div className="card own-battery">
      <NumberField
        label="Capacidad"
        schema={OwnCapacityKwh}
        unit="kWh"
        decimals={2}
        quantity={{ kind: "energy_kwh" }}
        value={value.capacity_kwh}
        onChange={(capacity_kwh) => onChange({ capacity_kwh })}
      />
      <NumberField
        label="Potencia"
        schema={OwnPowerKw}
        unit="kW"
        decimals={2}
        quantity={{ kind: "power_kw" }}
        value={value.power_kw}
        onChange={(power_kw) => onChange({ power_kw })}
      />
      <NumberField
        label="Precio de la oferta (opcional)"
        hint="Sin IVA, instalación incluida. Sin él, lo estimamos."
        schema={SimulationInput.properties.capex_eur}
        unit="€"
        decimals={2}
        money
        optional
        hideLimits
        quantity={{ kind: "money", shown: "€" }}
        value={value.capex_eur}
        onChange={(capex_eur) => onChange({ capex_eur })}
      />
    </div>
  );
}
