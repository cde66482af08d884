import { route } from "@/lib/api/http/route";
import { readDrawingOperation } from "@/lib/api/operations/drawing";
import { readDrawing } from "@/lib/signing/drawing/read-drawing";
import { toDrawingWire } from "@/lib/signing/drawing/wire";

export const GET = route(readDrawingOperation, async (ctx, actor, { params }) =>
  toDrawingWire(await readDrawing(ctx, actor, params)),
);
