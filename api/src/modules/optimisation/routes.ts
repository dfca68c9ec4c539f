import { Success } from "@ecotrim/contracts/http";
import { SimulationInput } from "@ecotrim/contracts/simulations/input";
import { SimulationRecord } from "@ecotrim/contracts/simulations/record";
import { Results } from "@ecotrim/contracts/simulations/result";
import type { FastifyPluginAsyncTypebox } from "@fastify/type-provider-typebox";
import type { FastifyReply } from "fastify";
import Type from "typebox";
import type { Deps } from "../../deps.ts";
import { readContractText } from "../../plugins/contract-text.ts";
import { optimise } from "./service.ts";

/** The verdict comes beside the results; its scenarios may still be under way. */
const Judged = Type.Object({ ...Results.properties, verdict: SimulationRecord.properties.verdict });
const Answer = Type.Object({ ...Success(Judged).properties, ...Judged.properties });

/** Answers hold only declared fields: of the operative analysis only the indicators. */
const AnalysisResults = Type.Object({
  ...Judged.properties,
  operative_analysis: Type.Optional(Type.Pick(Results.properties.operative_analysis, ["kpi_demand", "kpi_battery"])),
});
const AnalysisAnswer = Type.Object({ ...Success(AnalysisResults).properties, ...AnalysisResults.properties });

const FULL = { summary: "Optimizar y esperar a los resultados", response: { 200: Answer } };
const WITHOUT_PLOTS = {
  summary: "Optimizar y esperar a los resultados, sin gráficos",
  response: { 200: AnalysisAnswer },
};
const CALLS = [
  { path: "/api/milp/custom_optimization_process", schema: FULL },
  { path: "/api/milp/optimization", schema: FULL },
  { path: "/api/ecotrim/custom_optimization_process", schema: FULL },
  { path: "/api/ecotrim/optimization", schema: FULL },
  { path: "/api/ecotrim/analysis", schema: WITHOUT_PLOTS },
];

export const optimisationRoutes: FastifyPluginAsyncTypebox<Deps> = async (app, deps) => {
  /** Requests under way. Those whose caller has disconnected are included, since the server does not wait for them. */
  const underWay = new Set<Promise<unknown>>();
  app.addHook("onClose", async () => {
    await Promise.allSettled(underWay);
  });

  async function answer(query: SimulationInput, { raw, request }: FastifyReply) {
    const left = new AbortController();
    // The caller may have disconnected while hooks ran, and then no `close` event follows.
    if (raw.destroyed) left.abort();
    else raw.once("close", () => left.abort());
    const optimising = optimise(deps, app.signals, query, request.ip, left.signal);
    underWay.add(optimising);
    try {
      const results = await optimising;
      return { ...results, success: true as const, data: results };
    } finally {
      underWay.delete(optimising);
    }
  }

  const limited = { rateLimit: { max: deps.env.RATE_LIMIT_SIMULATIONS_PER_MINUTE } };

  for (const { path, schema } of CALLS)
    app.get(
      path,
      {
        config: limited,
        preValidation: readContractText,
        schema: { tags: ["optimización"], querystring: SimulationInput, ...schema },
      },
      ({ query }, reply) => answer(query, reply),
    );
};
