import { listAuthoritiesOperation } from "@/lib/api/operations/certificates";
import { listAuthorities } from "@/lib/authority/list-authorities";
import { toAuthoritiesWire } from "@/lib/authority/wire";
import { route } from "@/lib/http/route";

export const GET = route(listAuthoritiesOperation, async (ctx, actor) =>
  toAuthoritiesWire(await listAuthorities(ctx, actor)),
);
