import { randomBytes } from "node:crypto";
import { invalid, missing } from "./errors.ts";
import type { Kind, List, Objects, StripeObject } from "./objects.ts";

/** Lists that Stripe sends only on request. */
const INCLUDABLE: Partial<Record<Kind, string>> = {
  "checkout.session": "line_items",
  invoice: "payments",
  payment_link: "line_items",
};

export type Store = ReturnType<typeof createStore>;

/** State that survives a restart. */
export interface Snapshot {
  objects: StripeObject[];
  intentions: [string, object][];
  offset: number;
}

/** All objects, the newest last, and the stand-in's clock. */
export function createStore({ objects: kept = [], intentions = [], offset = 0 }: Partial<Snapshot> = {}) {
  const objects = new Map(kept.map((object) => [object.id, object]));
  const systemSeconds = () => Math.floor(Date.now() / 1000);

  const find = <K extends Kind>(kind: K, id: string): Objects[K] | undefined => {
    const object = objects.get(id);
    return object?.object === kind ? (object as Objects[K]) : undefined;
  };

  return {
    /** Seconds since 1970 by the clock the test moves. */
    now: () => systemSeconds() + offset,
    setNow(seconds: number) {
      offset = seconds - systemSeconds();
    },
    add<T extends StripeObject>(object: T): T {
      objects.set(object.id, object);
      return object;
    },
    /** Settings of sessions for the time after payment, by session id; Stripe stores them without showing them. */
    intentions: new Map(intentions),
    snapshot(): Snapshot {
      return { objects: [...objects.values()], intentions: [...this.intentions], offset };
    },
    remove: (id: string) => objects.delete(id),
    find,
    /** Throws Stripe's `resource_missing`; `param` names where the id stood. */
    get<K extends Kind>(kind: K, id: string, param?: string): Objects[K] {
      const object = find(kind, id);
      if (!object) throw missing(kind === "payment_link" ? "payment link" : kind, id, param);
      return object;
    },
    all: <K extends Kind>(kind: K): Objects[K][] =>
      [...objects.values()].filter((object): object is Objects[K] => object.object === kind),
    /** A copy of an object as Stripe sends it, with the references at the given paths expanded. */
    present(object: object, expand: readonly string[] = []): Record<string, unknown> {
      return expanded(structuredClone(object) as Record<string, unknown>, expand, objects);
    },
  };
}

function expanded(
  object: Record<string, unknown>,
  paths: readonly string[],
  objects: Map<string, StripeObject>,
): Record<string, unknown> {
  const hidden = INCLUDABLE[object.object as Kind];
  const heads = new Set(paths.map((path) => path.split(".")[0] as string));
  if (hidden !== undefined && !heads.has(hidden)) delete object[hidden];

  const grown = (value: unknown, rest: string[]): unknown => {
    if (Array.isArray(value)) return value.map((item) => grown(item, rest));
    const target = typeof value === "string" ? structuredClone(objects.get(value)) : value;
    if (typeof target !== "object" || target === null) return value;
    return expanded(target as Record<string, unknown>, rest, objects);
  };
  for (const head of heads) {
    if (!(head in object)) {
      throw invalid(`This property cannot be expanded (${head}).`, "expand");
    }
    const rest = paths.filter((path) => path.startsWith(`${head}.`)).map((path) => path.slice(head.length + 1));
    object[head] = grown(object[head], rest);
  }
  for (const [name, value] of Object.entries(object)) {
    if (name === "data" && !heads.has(name) && Array.isArray(value)) {
      object[name] = value.map((item) => expanded(item, [], objects));
    }
  }
  return object;
}

export const newId = (prefix: string) => `${prefix}_${randomBytes(12).toString("hex")}`;

export const listOf = <T>(data: T[], url: string, hasMore = false): List<T> => ({
  object: "list",
  data,
  has_more: hasMore,
  url,
});

/** Metadata after an update: an empty value removes its key, empty metadata removes all. */
export function mergedMetadata(
  current: Record<string, string>,
  change: Record<string, unknown> | "" | null | undefined,
): Record<string, string> {
  if (change === undefined) return current;
  if (change === "" || change === null) return {};
  const pairs = Object.entries({ ...current, ...change }).map(([key, value]) => [key, String(value)] as const);
  return Object.fromEntries(pairs.filter(([, value]) => value !== ""));
}
