import { route } from "@/lib/api/http/route";
import { readDrawingOperation } from "@/lib/api/operations/drawing";
import { readDrawing } from "@/lib/signing/drawing/phone-drawing";
import { toDrawingWire } from "@/lib/signing/wire";

export const GET = route(readDrawingOperation, async (ctx, actor, { params }) =>
  toDrawingWire(await readDrawing(ctx, actor, params)),
);
