import { formatNumber } from "@ecotrim/contracts/numbers";
import { PvKwp } from "@ecotrim/contracts/simulations/fields";
import { type DoubtedPlant, type ProductionDoubt, productionDoubts } from "@ecotrim/engine/site/production-doubts";
import { productionSentence, productionSuggestion } from "@ecotrim/present/curves/production";
import { spell } from "@ecotrim/present/phrase";
import { Button } from "@mantine/core";
import { useDeferredValue, useMemo, useState } from "react";
import { WarningIcon } from "../../ui/icons.tsx";
import { NumberField } from "../../ui/number-field.tsx";
import type { ReadCurve } from "./messages.ts";
import type { Reader } from "./use-reader.ts";

export interface Plant extends Omit<DoubtedPlant, "kwp"> {
  /** kWp; null while the field is empty. */
  kwp: number | null;
  onKwp: (kwp: number) => void;
}

function doubtsOf({ production, figures, reading }: ReadCurve, { kwp, ...plant }: Omit<Plant, "onKwp">) {
  const kwh = production?.values.pv;
  if (!kwh || !kwp) return [];
  const { first, step_minutes } = production;
  const ofFile = { startMs: Date.parse(first), stepHours: step_minutes / 60, kwh, format: reading.format };
  return productionDoubts({ ...ofFile, kwhYear: figures.totals_kwh.pv ?? 0 }, { ...plant, kwp });
}

interface ProductionNotesProps {
  read: ReadCurve;
  reader: Reader;
  plant: Plant;
}

/** What a production is doubted for, in amber, with what repairs it; it holds nobody up. */
export function ProductionNotes({ read, reader, plant }: ProductionNotesProps) {
  const { province, plane, zeroExport } = plant;
  // Each figure typed would otherwise wait for the sun of a whole year.
  const kwp = useDeferredValue(plant.kwp);
  const [confirmed, setConfirmed] = useState<ProductionDoubt["code"][]>([]);
  const doubts = useMemo(
    () => doubtsOf(read, { kwp, province, plane, zeroExport }),
    [read, kwp, province, plane, zeroExport],
  );
  return (
    <div className="production-notes" role="status">
      {doubts
        .filter(({ code }) => !confirmed.includes(code))
        .map((doubt) => (
          <div key={doubt.code} className="production-note">
            <WarningIcon />
            <p>{spell(productionSentence(doubt))}</p>
            <div className="production-actions">
              <Repair doubt={doubt} reader={reader} plant={plant} />
              <Button variant="default" onClick={() => setConfirmed([...confirmed, doubt.code])}>
                Es correcto
              </Button>
            </div>
          </div>
        ))}
    </div>
  );
}

function Repair({ doubt, reader, plant }: { doubt: ProductionDoubt } & Pick<ProductionNotesProps, "reader" | "plant">) {
  const suggestion = productionSuggestion(doubt);
  if (doubt.code === "pv_curtailed")
    return (
      <Button variant="default" onClick={reader.clear}>
        Seguir sin archivo
      </Button>
    );
  if (!suggestion) return null;
  const kwp = Number(suggestion.value);
  return (
    <>
      {reader.canAnswer && <ScaledTo key={kwp} fileKwp={kwp} reader={reader} plant={plant} />}
      <Button variant="default" onClick={() => plant.onKwp(kwp)}>
        {suggestion.label}
      </Button>
    </>
  );
}

/** Asks for the power of the plant that the file is of, and brings its production to that of this one. */
function ScaledTo({
  fileKwp,
  reader: { answers, answer },
  plant,
}: { fileKwp: number } & Pick<ProductionNotesProps, "reader" | "plant">) {
  const [typed, setTyped] = useState<number | null>(fileKwp);
  const scale = () => answer({ pv_scale: ((answers.pv_scale ?? 1) * plant.kwp!) / typed! });
  return (
    <div className="production-scale">
      <NumberField
        label="Potencia de la planta del archivo"
        schema={PvKwp}
        hideLimits
        unit="kWp"
        decimals={1}
        value={typed}
        onChange={setTyped}
      />
      <Button disabled={!typed} onClick={scale}>
        Llevar a {formatNumber(plant.kwp, { unit: "kWp" })}
      </Button>
    </div>
  );
}
