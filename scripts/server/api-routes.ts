import type { ApiRoute } from "./route-table";

/** Every path and method below /api/v1. */
export const apiRoutes: ApiRoute[] = [];
