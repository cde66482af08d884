import { route } from "@/lib/api/http/route";
import { startDrawingOperation } from "@/lib/api/operations/drawing";
import { madeText } from "@/lib/context/idempotency/keys";
import { readStarted, startDrawing } from "@/lib/signing/drawing/phone-drawing";
import { toStartedDrawingWire } from "@/lib/signing/wire";

export const POST = route(
  startDrawingOperation,
  async (ctx, actor, { params, body }) => toStartedDrawingWire(await startDrawing(ctx, actor, { ...params, ...body })),
  {
    again: (_ctx, _actor, _input, made) => toStartedDrawingWire(readStarted(madeText(made, "secret"))),
  },
);
