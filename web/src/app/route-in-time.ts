import type { RouteObject } from "react-router-dom";
import { withinChunkTime } from "../lib/within-chunk-time.ts";

/** The route, and those below it, whose code has to arrive in time: else its error boundary says so. */
export function routeInTime(route: RouteObject): RouteObject {
  const { lazy, children } = route;
  return {
    ...route,
    ...(typeof lazy === "function" && { lazy: () => withinChunkTime(lazy()) }),
    ...(children && { children: children.map(routeInTime) }),
  } as RouteObject;
}
