import { route } from "@/lib/api/http/route";
import { setRetentionOperation, showRetentionOperation } from "@/lib/api/operations/retention";
import { setDocumentRetention, showRetention } from "@/lib/evidence/retention/retention";

export const GET = route(showRetentionOperation, (ctx, actor, { params }) => showRetention(ctx, actor, params));

export const PUT = route(
  setRetentionOperation,
  (ctx, actor, { params, body }) => setDocumentRetention(ctx, actor, { ...params, ...body }),
  { again: (ctx, actor, { params }) => showRetention(ctx, actor, params) },
);
