import { z } from "zod";
import { imageTypes } from "@/db/schema/request-facts";

const time = z.string().meta({ description: "ISO 8601, UTC, milliseconds" });
const drawingType = z.enum(imageTypes);
const secret = z.string().min(1).max(64).meta({
  description: "The fragment of the URL in the QR code. Valid for one picture, until `expiresAt`.",
});

export const drawingToStart = z.object({ type: drawingType });

export const startedDrawing = z.object({
  id: z.int(),
  url: z.string().meta({ description: "The URL for the QR code. The secret is in the fragment; it is shown once." }),
  expiresAt: time,
});

export const drawingAnswer = z.object({
  id: z.int(),
  state: z.enum(["waiting", "opened", "drawn"]),
  expiresAt: time,
  file: z
    .object({ base64: z.string(), mediaType: z.literal("image/png") })
    .nullable()
    .meta({ description: "The picture, once drawn." }),
});

export const drawingToOpen = z.object({ secret });
export const openedDrawing = z.object({ type: drawingType, expiresAt: time });

export const drawingToDeliver = z.object({
  secret,
  file: z.object({ base64: z.string().min(1) }).meta({ description: "PNG or JPEG, as for a stored signature." }),
});
export const deliveredDrawing = z.object({ message: z.string() });
