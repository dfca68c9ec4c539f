import { Success } from "@ecotrim/contracts/http";
import { BatteryConfigurations, BatterySelectionQuery } from "@ecotrim/contracts/simulations/battery-options";
import { checkInstalled } from "@ecotrim/contracts/simulations/input";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { readContractText } from "../../plugins/contract-text.ts";
import { createBatterySizer } from "./sizer.ts";

const Answer = Type.Object({
  ...Success(Type.Object({ configurations: BatteryConfigurations })).properties,
  configurations: BatteryConfigurations,
});

interface Options extends Deps {
  /** Whether the thread of the sizings starts with the API, not with the first sizing. */
  warmsUp: boolean;
}

export const batteryRoutes: FastifyPluginAsyncTypebox<Options> = async (app, { env, logger, warmsUp }) => {
  const sizer = createBatterySizer(logger);
  if (warmsUp) app.addHook("onListen", async () => void sizer.warmUp());
  app.addHook("onClose", () => sizer.close());

  app.get(
    "/api/ecotrim/battery_selection",
    {
      config: { rateLimit: { max: env.RATE_LIMIT_SIMULATIONS_PER_MINUTE } },
      preValidation: readContractText,
      schema: {
        tags: ["baterías"],
        summary: "Tres baterías recomendadas para una instalación",
        querystring: BatterySelectionQuery,
        response: { 200: Answer },
      },
    },
    async ({ query }) => {
      checkInstalled(query.pv_installed, query.pv_kwp);
      const configurations = await sizer.cards(query);
      return { success: true as const, configurations, data: { configurations } };
    },
  );
};
