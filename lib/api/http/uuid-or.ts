import { pathUuid } from "@/lib/api/parameters";
import type { RouteHandler } from "./route";

/**
 * One path of two operations: a UUID where `name` stands is answered by `byUuid`, as its parameter `uuid`; all else by `other`.
 * Next knows one parameter a folder, and the two differ in who may call.
 */
export function uuidOr(name: string, byUuid: RouteHandler, other: RouteHandler): RouteHandler {
  return async (request, context) => {
    const params = (await context?.params) as Record<string, unknown> | undefined;
    const uuid = params?.[name];
    if (pathUuid.safeParse(uuid).success) return byUuid(request, { params: Promise.resolve({ uuid }) });
    return other(request, context);
  };
}
