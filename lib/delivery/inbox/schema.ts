import { z } from "zod";

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
