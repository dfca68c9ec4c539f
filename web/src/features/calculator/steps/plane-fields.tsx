import { AzimuthDeg, TiltDeg } from "@ecotrim/contracts/simulations/fields";
import { bestPlane } from "@ecotrim/contracts/simulations/plane";
import type { ProvinceCode } from "@ecotrim/contracts/simulations/provinces";
import { NumberField } from "../../../ui/number-field.tsx";
import type { PlaneAnswers } from "../state.ts";

interface PlaneFieldsProps {
  province: ProvinceCode;
  plane: PlaneAnswers;
  onChange: (plane: Partial<PlaneAnswers>) => void;
}

/** Where the panels face. */
export function PlaneFields({ province, plane, onChange }: PlaneFieldsProps) {
  return (
    <>
      <NumberField
        label="Inclinación"
        schema={TiltDeg}
        unit="°"
        decimals={1}
        optional
        hint={`De los paneles sobre la horizontal. Si la deja vacía, ${bestPlane(province).tiltDeg}°.`}
        value={plane.pv_tilt_deg}
        onChange={(pv_tilt_deg) => onChange({ pv_tilt_deg })}
      />
      <NumberField
        label="Orientación"
        schema={AzimuthDeg}
        unit="°"
        decimals={1}
        optional
        hint="Como en PVGIS: 0 es el sur, −90 el este y 90 el oeste. Si la deja vacía, el sur."
        value={plane.pv_azimuth_deg}
        onChange={(pv_azimuth_deg) => onChange({ pv_azimuth_deg })}
      />
    </>
  );
}
