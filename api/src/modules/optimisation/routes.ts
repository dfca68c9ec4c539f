import { Success } from "@ecotrim/shared/http";
import { SimulationInput } from "@ecotrim/shared/simulations/input";
import { Results } from "@ecotrim/shared/simulations/result";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { optimise } from "./service.ts";

const Answer = Type.Object({ ...Success(Results).properties, ...Results.properties });

/** Results without plots: of the operative analysis only the indicators are left. */
const AnalysisResults = Type.Object({
  ...Results.properties,
  operative_analysis: Type.Optional(Type.Pick(Results.properties.operative_analysis, ["kpi_demand", "kpi_battery"])),
});
const AnalysisAnswer = Type.Object({ ...Success(AnalysisResults).properties, ...AnalysisResults.properties });

export const optimisationRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  const limited = { rateLimit: { max: deps.env.RATE_LIMIT_SIMULATIONS_PER_MINUTE } };

  for (const path of [
    "/api/milp/custom_optimization_process",
    "/api/milp/optimization",
    "/api/ecotrim/custom_optimization_process",
    "/api/ecotrim/optimization",
  ])
    app.get(
      path,
      {
        config: limited,
        schema: {
          tags: ["optimización"],
          summary: "Optimizar y esperar a los resultados",
          querystring: SimulationInput,
          response: { 200: Answer },
        },
      },
      async ({ query, signal }) => {
        const results = await optimise(deps, app.runEvents, query, signal);
        return { ...results, success: true as const, data: results };
      },
    );

  app.get(
    "/api/ecotrim/analysis",
    {
      config: limited,
      schema: {
        tags: ["optimización"],
        summary: "Optimizar y esperar a los resultados, sin gráficos",
        querystring: SimulationInput,
        response: { 200: AnalysisAnswer },
      },
    },
    async ({ query, signal }) => {
      const results = await optimise(deps, app.runEvents, query, signal);
      return { ...results, success: true as const, data: results };
    },
  );
};
