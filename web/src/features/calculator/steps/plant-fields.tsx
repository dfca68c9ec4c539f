import { roundDecimal } from "@ecotrim/contracts/numbers";
import { PvKwp } from "@ecotrim/contracts/simulations/fields";
import { useState } from "react";
import { NumberField } from "../../../ui/number-field.tsx";
import { withPlant } from "../state.ts";
import { getCalculator, updateCalculator } from "../store.ts";

const KWP = { unit: "kWp", quantity: { kind: "power_kwp" }, decimals: 1, hideLimits: true } as const;

interface Plant {
  /** kWp; null while the field is empty. */
  installed: number | null;
  added: number | null;
}

function storedPlant(): Plant {
  const { generation, pv_installed } = getCalculator();
  if (generation === null) return { installed: pv_installed, added: null };
  const installed = Math.min(pv_installed ?? generation, generation);
  return { installed, added: roundDecimal(generation - installed, KWP.decimals) };
}

/** The plant of a site whose meter has one behind it already: what stands there, and what is to come. */
export function PlantFields() {
  const [{ installed, added }, setPlant] = useState(storedPlant);
  const take = (plant: Plant) => {
    setPlant(plant);
    const { installed: pv_installed, added: more } = plant;
    const generation = pv_installed === null || more === null ? null : roundDecimal(pv_installed + more, KWP.decimals);
    updateCalculator((state) => withPlant(state, { generation, pv_installed }));
  };
  return (
    <>
      <NumberField
        {...KWP}
        label="Ya instalada"
        hint="Las placas que su contador ya descuenta."
        schema={PvKwp}
        value={installed}
        onChange={(value) => take({ installed: value, added })}
      />
      <NumberField
        {...KWP}
        label="Nueva"
        hint="Si no va a ampliar la planta, deje 0."
        schema={PvKwp}
        value={added}
        onChange={(value) => take({ installed, added: value })}
      />
    </>
  );
}
