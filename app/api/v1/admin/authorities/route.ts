import { route } from "@/lib/api/http/route";
import { listAuthoritiesOperation } from "@/lib/api/operations/authority";
import { listAuthorities } from "@/lib/authority/authorities";
import { toAuthoritiesWire } from "@/lib/authority/wire";

export const GET = route(listAuthoritiesOperation, async (ctx, actor) =>
  toAuthoritiesWire(await listAuthorities(ctx, actor)),
);
