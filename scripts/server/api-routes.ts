import { pathsOf, type Operation } from "@/lib/api/operation";
import { operations } from "@/lib/api/operations/index";
import type { ApiRoute } from "./route-table";

/** Every path and method below /api/v1, as the operations say them. */
export const apiRoutes = operations.filter(({ base }) => base !== "origin").flatMap(toRoutes);

/** Those that stand at the origin itself, such as /healthz. */
export const originRoutes = operations.filter(({ base }) => base === "origin").flatMap(toRoutes);

function toRoutes(operation: Operation): ApiRoute[] {
  return pathsOf(operation).map((path) => ({ method: operation.method, path }));
}
