import { route } from "@/lib/api/http/route";
import { openDrawingOperation } from "@/lib/api/operations/drawing";
import { madeText } from "@/lib/context/idempotency/keys";
import { openDrawing, readOpenedDrawing } from "@/lib/signing/drawing/phone-drawing";
import { toOpenedDrawingWire } from "@/lib/signing/wire";

export const POST = route(
  openDrawingOperation,
  async (ctx, _actor, { body }) => toOpenedDrawingWire(await openDrawing(ctx, body)),
  {
    again: (_ctx, _actor, _input, made) => toOpenedDrawingWire(readOpenedDrawing(madeText(made, "secret"))),
  },
);
