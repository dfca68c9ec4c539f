import { DEFAULT_PROVINCE, PROVINCES, type ProvinceCode, provinceName } from "@ecotrim/contracts/simulations/provinces";
import { NativeSelect } from "@mantine/core";

const byName = new Intl.Collator("es");
const OPTIONS = [...PROVINCES]
  .sort(([, one], [, other]) => byName.compare(one, other))
  .map(([value, label]) => ({ value, label }));

interface ProvinceFieldProps {
  value: ProvinceCode;
  onChange: (province: ProvinceCode) => void;
}

/** Whose sun shines on the plant. */
export function ProvinceField({ value, onChange }: ProvinceFieldProps) {
  return (
    <NativeSelect
      label="Provincia de la instalación"
      description={`El sol de cada mes es el de su provincia. Si no la cambia, ${provinceName(DEFAULT_PROVINCE)}.`}
      size="lg"
      className="choice-field"
      data={OPTIONS}
      value={value}
      onChange={({ currentTarget }) => onChange(currentTarget.value as ProvinceCode)}
    />
  );
}
