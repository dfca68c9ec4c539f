import type { Plane } from "@ecotrim/contracts/simulations/plane";
import type { ProvinceCode } from "@ecotrim/contracts/simulations/provinces";
import { spell } from "@ecotrim/present/phrase";
import { Text } from "@mantine/core";
import { useMemo } from "react";
import { useChunk } from "../../../lib/use-chunk.ts";

const loadProfile = () => import("@ecotrim/present/results/pv-profile");

interface SunMeantProps {
  province: ProvinceCode;
  plane: Plane | undefined;
}

/** What the panels yield there, and how well that is known. */
export function SunMeant({ province, plane }: SunMeantProps) {
  const chunk = useChunk(loadProfile);
  const pvProfile = chunk.status === "ready" ? chunk.value.pvProfile : undefined;
  const profile = useMemo(() => pvProfile?.(province, plane), [pvProfile, province, plane]);
  return (
    <Text size="sm" c="dimmed" mih="1.45em" aria-live="polite">
      {profile && `${spell(profile.value)}. Fuente: ${spell(profile.source)}.`}
    </Text>
  );
}
