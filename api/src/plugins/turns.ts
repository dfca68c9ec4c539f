import fp from "fastify-plugin";

type InTurn = <T>(caller: string, work: () => Promise<T>) => Promise<T>;

declare module "fastify" {
  interface FastifyInstance {
    /** Does the work of each caller piece by piece, so that a burst of one does not hold up the others. */
    inTurn: InTurn;
  }
}

/** For work that takes long and that any caller may ask for: reading records. */
export const turns = fp(async (app) => {
  /** The last piece of each caller. */
  const last = new Map<string, Promise<unknown>>();
  app.decorate("inTurn", async (caller, work) => {
    const before = last.get(caller);
    const mine = (async () => {
      await before?.catch(() => undefined);
      return work();
    })();
    last.set(caller, mine);
    try {
      return await mine;
    } finally {
      if (last.get(caller) === mine) last.delete(caller);
    }
  });
});
