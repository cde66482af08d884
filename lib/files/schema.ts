import { z } from "zod";

/** A file's name as people see it: 1–255 characters after trimming, on one line. */
export const fileName = z.string().trim().min(1).max(255).regex(/^\P{Cc}*$/u, "may not hold control characters");


export const uploadQuery = z.object({ name: fileName.optional() });
export const contentQuery = z.object({ version: z.enum(["original", "current"]).default("current") });
export const pageImageQuery = z.object({
  width: z.coerce.number().int().min(16).max(2400).default(800),
  format: z.enum(["png", "webp"]).default("png"),
  boxes: z.enum(["0", "1", "false", "true"]).optional().meta({ description: "1 draws the boxes that are still to be filled, with their signers' numbers and names." }),
});

export const pageWire = z.object({
  page: z.int(),
  width: z.number(),
  height: z.number(),
  rotation: z.union([z.literal(0), z.literal(90), z.literal(180), z.literal(270)]),
}).meta({ id: "Page", description: "One page; width and height are points (1/72 inch) as a reader sees the page." });

export const pagesAnswer = z.object({ data: z.array(pageWire) });
export const messageAnswer = z.object({ message: z.string() });

export type ContentQuery = z.infer<typeof contentQuery>;
export type PageImageQuery = z.infer<typeof pageImageQuery>;
export type PageWire = z.infer<typeof pageWire>;
