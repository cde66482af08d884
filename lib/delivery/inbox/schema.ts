import { z } from "zod";

/** The inbox lists no more messages than this at once. */
export const mostListed = 500;

export const inboxAnswer = z.object({
  data: z.array(
    z.object({
      id: z.int(),
      channel: z.string(),
      to: z.string(),
      subject: z.string().nullable(),
      text: z.string(),
      html: z.string().nullable(),
      at: z.string(),
    }),
  ),
});
