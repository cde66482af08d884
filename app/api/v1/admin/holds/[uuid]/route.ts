import { route } from "@/lib/api/http/route";
import { liftHoldOperation, placeHoldOperation } from "@/lib/api/operations/retention";
import { setLegalHold, showHold } from "@/lib/evidence/retention/retention";

export const PUT = route(
  placeHoldOperation,
  (ctx, actor, { params }) => setLegalHold(ctx, actor, { ...params, onHold: true }),
  { again: (ctx, actor, { params }) => showHold(ctx, actor, params) },
);

export const DELETE = route(
  liftHoldOperation,
  (ctx, actor, { params }) => setLegalHold(ctx, actor, { ...params, onHold: false }),
  { again: (ctx, actor, { params }) => showHold(ctx, actor, params) },
);
