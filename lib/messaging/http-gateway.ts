import { assertNumber } from "./assert-text";
import { callGateway, saidBy } from "./call-gateway";
import { MessagingError } from "./messenger";
import type { TextGateway } from "./text-gateway";

export interface HttpGatewayOptions {
  url: string;
  /** Sent as `Authorization: Bearer …`; null for none. */
  token: string | null;
  timeoutMs?: number;
}

/**
 * Text messages through any gateway that takes this: `POST url`, JSON `{"to":"+491701234567","text":"…","idempotencyKey":"…"}`, the key in
 * `Idempotency-Key` too. Any 2xx means taken; `id` of a JSON answer is noted. 401, 403, 404, 408, 425, 429 and 5xx are tried again, other
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
        name: "the text message gateway",
        url,
        headers,
        body: JSON.stringify(message),
        timeoutMs,
      });
      if (status < 200 || status > 299)
        throw new MessagingError(
          `the text message gateway refused the message: ${status}: ${saidBy(text)}`,
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

/** A redirect or a refused credential is the operator's to mend; a server that is away or busy comes back. */
function mayPass(status: number): boolean {
  return status < 400 || status >= 500 || passing.has(status);
}
