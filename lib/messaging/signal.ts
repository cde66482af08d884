import { assertNumber } from "./assert-text";
import { callGateway, saidBy, type GatewayAnswer } from "./call-gateway";
import { MessagingError } from "./messenger";
import type { TextGateway } from "./text-gateway";

export interface SignalOptions {
  /** Of a signal-cli-rest-api. */
  apiUrl: string;
  /** The registered number that sends, in E.164. */
  number: string;
  timeoutMs?: number;
}

/** Messages through signal-cli-rest-api, `POST /v2/send`; its timestamp names the message. It knows no idempotency. */
export function signalGateway({ apiUrl, number, timeoutMs = 10_000 }: SignalOptions): TextGateway {
  const url = `${apiUrl.replace(/\/+$/, "")}/v2/send`;
  return {
    async send(message) {
      assertNumber(message);
      const body = JSON.stringify({ message: message.text, number, recipients: [message.to] });
      const answer = await callGateway({
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
 * The gateway answers 400 to nearly everything, with signal-cli's words: that the recipient has no Signal is final; that our own number is
 * not registered, limits and identities that changed are the operator's to mend.
 */
function refused({ status, json, text }: GatewayAnswer, to: string): MessagingError {
  const words = typeof json.error === "string" ? json.error : text;
  const isFinal =
    status === 400 && (/unregistered user/i.test(words) || (words.includes(to) && /not registered/i.test(words)));
  return new MessagingError(`the Signal gateway refused the message: ${status}: ${saidBy(words)}`, !isFinal);
}
