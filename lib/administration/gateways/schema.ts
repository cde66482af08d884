import { z } from "zod";

export const gatewayChannels = ["email", "sms", "telegram", "signal"] as const;
export type GatewayChannel = (typeof gatewayChannels)[number];

const testResult = z.object({
  at: z.string(),
  delivered: z.boolean(),
  sentTo: z.string().meta({ description: "Masked." }),
  durationMs: z.int(),
  reason: z.string().nullable().meta({ description: "The gateway's error, without addresses, numbers and tokens." }),
});

export const gatewayAnswer = z.object({
  channel: z.enum(gatewayChannels),
  state: z
    .enum(["configured", "kept", "off"])
    .meta({ description: "`kept`: mails stay on this server, under `/inbox`." }),
  waiting: z.int().meta({ description: "Mails, or codes over this channel, that wait for another try." }),
  lastTest: testResult.nullable(),
});
export const gatewayListAnswer = z.object({ data: z.array(gatewayAnswer) });

export const gatewayTest = z.object({
  to: z.string().trim().min(1).max(254).optional().meta({
    description: "An e-mail address, a number in international form, or the id of a Telegram chat. Left out: my own.",
  }),
});
export const gatewayTestAnswer = testResult.extend({ message: z.string(), channel: z.enum(gatewayChannels) });

export type GatewayTestResult = z.infer<typeof testResult>;
