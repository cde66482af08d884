import { route } from "@/lib/api/http/route";
import { deliverDrawingOperation } from "@/lib/api/operations/drawing";
import { deliverDrawing } from "@/lib/signing/drawing/phone-drawing";
import { toDeliveredWire } from "@/lib/signing/wire";

export const POST = route(
  deliverDrawingOperation,
  async (ctx, _actor, { body }) => {
    await deliverDrawing(ctx, body);
    return toDeliveredWire();
  },
  { again: () => toDeliveredWire() },
);
