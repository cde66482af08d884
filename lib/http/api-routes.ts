import { operations } from "@/lib/api/operations/index";

/** Every method and path of the API, for the server in front: it answers unknown paths (404) and wrong methods (405 with Allow). */
export const apiRoutes = operations
  .filter((operation) => operation.base !== "origin")
  .map(({ method, path }) => ({ method, path }));
