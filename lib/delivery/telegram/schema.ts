import { z } from "zod";

export const telegramLinkWish = z.object({
  currentPassword: z
    .string()
    .min(1)
    .max(1024)
    .optional()
    .meta({ format: "password", description: "Left out: the log-in must be at most five minutes old." }),
});

export const telegramLinkAnswer = z.object({
  url: z.string().meta({ description: "Opens the bot in Telegram; pressing Start there links the chat. Works once." }),
  expiresAt: z.string(),
});

export const telegramLinkState = z.object({
  configured: z.boolean().meta({ description: "Whether this service has a bot." }),
  linkedAt: z.string().nullable().meta({ description: "Null: no chat is linked." }),
});
