import { Assumptions } from "./assumptions.tsx";
import type { CompletedRecord } from "./completed-record.ts";
import { EnergyPart } from "./energy-part.tsx";
import { MoneyPart } from "./money-part.tsx";
import { type Part, Parts } from "./parts.tsx";
import { RiskPart } from "./risk-part.tsx";
import { SizeTab } from "./size/size-tab.tsx";

interface ResultPartsProps {
  record: CompletedRecord;
  contractPath?: string | undefined;
}

/** What stands behind the answer, on five tabs. */
export function ResultParts({ record, contractPath }: ResultPartsProps) {
  const { results } = record;
  const parts: Part[] = [
    { key: "dinero", name: "Dinero", content: <MoneyPart record={record} contractPath={contractPath} /> },
    { key: "riesgo", name: "Riesgo", content: <RiskPart record={record} /> },
    { key: "energia", name: "Energía", content: <EnergyPart results={results} /> },
    { key: "tamano", name: "Tamaño", content: <SizeTab record={record} /> },
    { key: "supuestos", name: "Supuestos", content: <Assumptions results={results} /> },
  ];
  return <Parts label="Partes del resultado" parts={parts} />;
}
