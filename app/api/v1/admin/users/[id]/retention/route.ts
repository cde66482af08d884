import { route } from "@/lib/api/http/route";
import { setAccountRetentionOperation } from "@/lib/api/operations/retention";
import { setAccountRetention } from "@/lib/evidence/retention/retention";

export const PUT = route(
  setAccountRetentionOperation,
  (ctx, actor, { params, body }) => setAccountRetention(ctx, actor, { ...params, ...body }),
  { again: (_ctx, _actor, { params, body }) => ({ accountId: params.id, days: body.days }) },
);
