import { callGateway, errorTextOf, type GatewayAnswer } from "./call-gateway";
import { MessagingError, type TextGateway, type TextGateways } from "./messenger";
import { assertNumber, telegramGateway, type TelegramOptions } from "./telegram";
import { twilioGateway, type TwilioOptions } from "./twilio";

interface GatewayOptions {
  sms: ({ kind: "twilio" } & TwilioOptions) | ({ kind: "http" } & HttpGatewayOptions) | null;
  telegram: TelegramOptions | null;
  signal: SignalOptions | null;
}

export const noGateways: TextGateways = { sms: null, telegram: null, signal: null };

/** Adapters for the configured gateways. */
export function openGateways({ sms, telegram, signal }: GatewayOptions): TextGateways {
  return {
    sms: sms && smsGateway(sms),
    telegram: telegram && telegramGateway(telegram),
    signal: signal && signalGateway(signal),
  };
}

function smsGateway(options: NonNullable<GatewayOptions["sms"]>): TextGateway {
  return options.kind === "twilio" ? twilioGateway(options) : httpGateway(options);
}

interface SignalOptions {
  /** The URL of a signal-cli-rest-api. */
  apiUrl: string;
  /** The registered sender number, in E.164. */
  number: string;
  timeoutMs?: number;
}

/**
 * Messages through signal-cli-rest-api, `POST /v2/send`. Its timestamp identifies the message. It has no idempotency.
 */
export function signalGateway({ apiUrl, number, timeoutMs = 10_000 }: SignalOptions): TextGateway {
  const url = `${apiUrl.replace(/\/+$/, "")}/v2/send`;
  return {
    async send(message) {
      assertNumber(message);
      const body = JSON.stringify({ message: message.text, number, recipients: [message.to] });
      const answer = await callGateway({
        service: "signal",
        operation: "send",
        name: "the Signal gateway",
        url,
        headers: { "content-type": "application/json" },
        body,
        timeoutMs,
      });
      if (answer.status < 200 || answer.status > 299) throw refused(answer, message.to);
      const timestamp = answer.json.timestamp;
      if (typeof timestamp !== "string" && typeof timestamp !== "number")
        throw new MessagingError("the Signal gateway answered without a timestamp", true);
      return { providerId: String(timestamp) };
    },
  };
}

/**
 * The gateway returns 400 for nearly every failure, with signal-cli's message. A recipient without Signal is a final
 * failure. An unregistered sender number, rate limits and changed identities are for the operator to fix.
 */
function refused({ status, json, text }: GatewayAnswer, to: string): MessagingError {
  const errorText = typeof json.error === "string" ? json.error : text;
  const isFinal =
    status === 400 &&
    (/unregistered user/i.test(errorText) || (errorText.includes(to) && /not registered/i.test(errorText)));
  return new MessagingError(`the Signal gateway refused the message: ${status}: ${errorTextOf(errorText)}`, !isFinal);
}

interface HttpGatewayOptions {
  url: string;
  /** Sent as `Authorization: Bearer …`. Null: no header. */
  token: string | null;
  timeoutMs?: number;
}

/**
 * Text messages through any gateway with this interface: `POST url`, JSON
 * `{"to":"+491701234567","text":"…","idempotencyKey":"…"}`, with the key also in `Idempotency-Key`. Any 2xx is
 * accepted, and an `id` in a JSON response is recorded. 401, 403, 404, 408, 425, 429 and 5xx are retried, other
 * refusals are final.
 */
export function httpGateway({ url, token, timeoutMs = 10_000 }: HttpGatewayOptions): TextGateway {
  return {
    async send(message) {
      assertNumber(message);
      const headers = {
        "content-type": "application/json",
        accept: "application/json",
        "idempotency-key": message.idempotencyKey,
        ...(token === null ? {} : { authorization: `Bearer ${token}` }),
      };
      const { status, json, text } = await callGateway({
        service: "sms",
        operation: "send",
        name: "the text message gateway",
        url,
        headers,
        body: JSON.stringify(message),
        timeoutMs,
      });
      if (status < 200 || status > 299)
        throw new MessagingError(
          `the text message gateway refused the message: ${status}: ${errorTextOf(text)}`,
          mayPass(status),
        );
      const id = json.id;
      return {
        providerId:
          typeof id === "string" || typeof id === "number" ? String(id).slice(0, 255) : message.idempotencyKey,
      };
    },
  };
}

const passing = new Set([401, 403, 404, 408, 425, 429]);

/** A redirect or a rejected credential is for the operator to fix, and an unavailable or busy server will recover. */
function mayPass(status: number): boolean {
  return status < 400 || status >= 500 || passing.has(status);
}
