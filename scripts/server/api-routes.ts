import { operations } from "@/lib/api/operations/index";
import type { ApiRoute } from "./route-table";

/** Every path and method below /api/v1, as the operations say them. */
export const apiRoutes: ApiRoute[] = operations.filter(({ base }) => base !== "origin").map(({ method, path }) => ({ method, path }));
