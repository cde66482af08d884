import type { Operation } from "@/lib/api/operation";
import { operations } from "@/lib/api/operations/index";
import type { ApiRoute } from "./route-table";

/** Every path and method below /api/v1, as the operations say them. */
export const apiRoutes = operations.filter(({ base }) => base !== "origin").map(toRoute);

/** Those that stand at the origin itself, such as /healthz. */
export const originRoutes = operations.filter(({ base }) => base === "origin").map(toRoute);

function toRoute({ method, path }: Operation): ApiRoute {
  return { method, path };
}
