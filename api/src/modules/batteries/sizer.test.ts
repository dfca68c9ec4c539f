import { useSourceData } from "@ecotrim/engine/site/source-data";
import { expect, test } from "vitest";
import { createBatterySizer } from "./sizer.ts";

const QUERY = { pv_generation: 340, demand_load: 500, pv_kwp: 2000, type: "constante", weekend: true } as const;
const logger = { warn: (fault: unknown) => expect(fault).toBeUndefined() } as never;

test("batteries are sized with the data that the process was given", async () => {
  const shipped = createBatterySizer(logger);
  useSourceData({ version: "flat", market: { 2024: Array.from({ length: 8784 }, () => 50) }, pv: null });
  const measured = createBatterySizer(logger);
  try {
    const query = { ...QUERY, total_spendings: 400_000 };
    expect(await measured.cards(query)).not.toEqual(await shipped.cards(query));
  } finally {
    useSourceData(null);
    await Promise.all([shipped.close(), measured.close()]);
  }
});
