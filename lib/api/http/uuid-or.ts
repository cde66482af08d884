import { pathUuid } from "@/lib/api/parameters";
import type { RouteHandler } from "./route";

/**
 * Two operations on one path: a UUID in place of `name` goes to `byUuid`, as its parameter `uuid`; everything else to `other`. Next allows
 * one parameter per folder, and the two have different callers.
 */
export function uuidOr(name: string, byUuid: RouteHandler, other: RouteHandler): RouteHandler {
  return async (request, context) => {
    const params = (await context?.params) as Record<string, unknown> | undefined;
    const uuid = params?.[name];
    if (pathUuid.safeParse(uuid).success) return byUuid(request, { params: Promise.resolve({ uuid }) });
    return other(request, context);
  };
}
