import type { ContractKind, TariffName } from "@ecotrim/contracts/simulations/tariff";
import { Text } from "@mantine/core";
import { ChoiceCards } from "../../../ui/choice-cards.tsx";

interface ContractFieldsProps {
  contract_kind: ContractKind;
  tariff: TariffName;
  onChange: (answer: { contract_kind: ContractKind } | { tariff: TariffName }) => void;
}

/** `indexed`, where everything follows the market, has no card: no contract is so. */
const KINDS: { value: ContractKind; title: string; text: string }[] = [
  {
    value: "fixed_margin",
    title: "Indexado al mercado",
    text: "El precio cambia cada hora con el mercado, más un margen.",
  },
  { value: "fixed_by_period", title: "Precio fijo por periodos", text: "De P1 a P6, los mismos todo el año." },
  { value: "fixed", title: "Un solo precio fijo", text: "El mismo precio a cualquier hora." },
  { value: "unknown", title: "No lo sé", text: "Calculamos con todos y se lo decimos en el resultado." },
];

const TARIFFS: { value: TariffName; note: string }[] = [
  { value: "6.1TD", note: "media tensión" },
  { value: "3.0TD", note: "baja tensión" },
];

/** What the spending alone does not say: how its price changes over the day, which decides what a battery earns. */
export function ContractFields({ contract_kind, tariff, onChange }: ContractFieldsProps) {
  return (
    <div className="contract">
      <ChoiceCards
        label="¿Cómo es su contrato?"
        brief
        // A duplicate may have been made with a kind that has no card.
        value={KINDS.some(({ value }) => value === contract_kind) ? contract_kind : null}
        onChange={(kind) => onChange({ contract_kind: kind })}
        choices={KINDS.map(({ value, title, text }) => ({
          value,
          title,
          detail: (
            <Text size="sm" c="dimmed">
              {text}
            </Text>
          ),
        }))}
      />
      <div className="contract-tariff">
        <ChoiceCards
          label="Tarifa de acceso"
          compact
          // The bill at hand may say one of high voltage.
          value={TARIFFS.some(({ value }) => value === tariff) ? tariff : null}
          onChange={(name) => onChange({ tariff: name })}
          choices={TARIFFS.map(({ value, note }) => ({
            value,
            title: (
              <>
                {value} <span className="choice-card-note">{note}</span>
              </>
            ),
          }))}
        />
      </div>
    </div>
  );
}
