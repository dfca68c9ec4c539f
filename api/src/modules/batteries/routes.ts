import { Success } from "@ecotrim/shared/http";
import {
  BatteryConfigurations,
  BatterySelectionQuery,
  batteryConfigurations,
} from "@ecotrim/shared/simulations/battery-options";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";

const Answer = Type.Object({
  ...Success(Type.Object({ configurations: BatteryConfigurations })).properties,
  configurations: BatteryConfigurations,
});

export const batteryRoutes: FastifyPluginAsyncTypebox = async (app) => {
  app.get(
    "/api/ecotrim/battery_selection",
    {
      schema: {
        tags: ["baterías"],
        summary: "Tres baterías recomendadas para una instalación",
        querystring: BatterySelectionQuery,
        response: { 200: Answer },
      },
    },
    async ({ query }) => {
      const configurations = batteryConfigurations(query);
      return { success: true as const, configurations, data: { configurations } };
    },
  );
};
