import { z } from "zod";
import { hasCredential } from "./storage-config";

/** The variables of the gateways for text messages, Telegram and Signal. */
const optionalText = z.string().trim().min(1).optional();
const webAddress = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !hasCredential(url), "must not contain a user or password; set the token in its own variable")
  .optional();

export const gatewayVariables = {
  SMS_GATEWAY_URL: webAddress,
  SMS_GATEWAY_TOKEN: optionalText,
  TWILIO_ACCOUNT_SID: optionalText,
  TWILIO_AUTH_TOKEN: optionalText,
  TWILIO_FROM: optionalText,
  TWILIO_API_URL: webAddress,
  TELEGRAM_BOT_TOKEN: z
    .string()
    .trim()
    .regex(/^\d+:[\w-]{10,}$/, "is not a bot's token, 123456:ABC…")
    .optional(),
  TELEGRAM_API_URL: webAddress,
  SIGNAL_API_URL: webAddress,
  SIGNAL_NUMBER: z
    .string()
    .trim()
    .regex(/^\+[1-9]\d{6,14}$/, "is not a number such as +4915112345678")
    .optional(),
};

type Variables = z.infer<z.ZodObject<typeof gatewayVariables>>;

export interface GatewayConfig {
  sms:
    | { kind: "twilio"; accountSid: string; authToken: string; from: string; apiUrl: string | null }
    | { kind: "http"; url: string; token: string | null }
    | null;
  telegram: { botToken: string; apiUrl: string | null } | null;
  signal: { apiUrl: string; number: string } | null;
}

/**
 * Null for a channel without variables. Throws a one-line Error if a channel is half configured, or text messages are
 * configured twice.
 */
export function gatewaysOf(values: Variables): GatewayConfig {
  return { sms: smsOf(values), telegram: telegramOf(values), signal: signalOf(values) };
}

function smsOf(values: Variables): GatewayConfig["sms"] {
  const {
    SMS_GATEWAY_URL: url,
    SMS_GATEWAY_TOKEN: token,
    TWILIO_ACCOUNT_SID: accountSid,
    TWILIO_AUTH_TOKEN: authToken,
    TWILIO_FROM: from,
    TWILIO_API_URL: apiUrl,
  } = values;
  const isTwilio = [accountSid, authToken, from, apiUrl].some((value) => value !== undefined);
  if (isTwilio && (url || token))
    throw new Error("Configuration: SMS_GATEWAY_URL and TWILIO_ACCOUNT_SID exclude each other");
  if (isTwilio) {
    if (!accountSid || !authToken || !from)
      throw half("TWILIO_ACCOUNT_SID, TWILIO_AUTH_TOKEN and TWILIO_FROM need each other", {
        TWILIO_ACCOUNT_SID: accountSid,
        TWILIO_AUTH_TOKEN: authToken,
        TWILIO_FROM: from,
      });
    return { kind: "twilio", accountSid, authToken, from, apiUrl: apiUrl ?? null };
  }
  if (token && !url) throw half("SMS_GATEWAY_TOKEN needs SMS_GATEWAY_URL", { SMS_GATEWAY_URL: url });
  return url ? { kind: "http", url, token: token ?? null } : null;
}

function telegramOf({ TELEGRAM_BOT_TOKEN: botToken, TELEGRAM_API_URL: apiUrl }: Variables): GatewayConfig["telegram"] {
  if (apiUrl && !botToken) throw half("TELEGRAM_API_URL needs TELEGRAM_BOT_TOKEN", { TELEGRAM_BOT_TOKEN: botToken });
  return botToken ? { botToken, apiUrl: apiUrl ?? null } : null;
}

function signalOf({ SIGNAL_API_URL: apiUrl, SIGNAL_NUMBER: number }: Variables): GatewayConfig["signal"] {
  if (!apiUrl && !number) return null;
  if (!apiUrl || !number)
    throw half("SIGNAL_API_URL and SIGNAL_NUMBER need each other", { SIGNAL_API_URL: apiUrl, SIGNAL_NUMBER: number });
  return { apiUrl, number };
}

function half(rule: string, values: Record<string, string | undefined>): Error {
  const missing = Object.keys(values).filter((name) => values[name] === undefined);
  return new Error(`Configuration: ${rule}; missing: ${missing.join(", ")}`);
}
