import type { z } from "zod";
import type { DrawingHandover } from "@/db/schema/guests";
import type { deliveredDrawing, drawingAnswer, openedDrawing, startedDrawing } from "./schema";
import type { StartedDrawing } from "./start-drawing";

export function toStartedDrawingWire({ id, url, expiresAt }: StartedDrawing): z.infer<typeof startedDrawing> {
  return { id, url, expiresAt: expiresAt.toISOString() };
}

export function toDrawingWire({ id, png, openedAt, expiresAt }: DrawingHandover): z.infer<typeof drawingAnswer> {
  return {
    id,
    state: png ? "drawn" : openedAt ? "opened" : "waiting",
    expiresAt: expiresAt.toISOString(),
    file: png && { base64: png.toString("base64"), mediaType: "image/png" },
  };
}

export function toOpenedDrawingWire({
  type,
  expiresAt,
}: Pick<DrawingHandover, "type" | "expiresAt">): z.infer<typeof openedDrawing> {
  return { type, expiresAt: expiresAt.toISOString() };
}

export function toDeliveredWire(): z.infer<typeof deliveredDrawing> {
  return { message: "The picture is on the other screen." };
}
