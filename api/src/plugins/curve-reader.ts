import fp from "fastify-plugin";
import { type CurveReader, createCurveReader } from "../modules/curves/reader.ts";

declare module "fastify" {
  interface FastifyInstance {
    curveReader: CurveReader;
  }
}

/** The thread that reads the numbers of curves. */
export const curveReader = fp(async (app) => {
  const reader = createCurveReader();
  app.decorate("curveReader", reader);
  app.addHook("onClose", () => reader.close());
});
