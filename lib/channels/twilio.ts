import { callGateway, errorTextOf, type GatewayAnswer } from "./call-gateway";
import { MessagingError, type TextGateway } from "./messenger";
import { assertNumber } from "./telegram";

export interface TwilioOptions {
  accountSid: string;
  authToken: string;
  /** A number, a sender's name, or the SID of a messaging service (`MG…`). */
  from: string;
  /** Null for Twilio itself, otherwise a compatible server. */
  apiUrl: string | null;
  timeoutMs?: number;
}

/**
 * Text messages through Twilio's Messages resource (form-encoded, Basic). It has no idempotency: if its response is
 * lost, a retry sends the same text twice.
 */
export function twilioGateway({ accountSid, authToken, from, apiUrl, timeoutMs = 10_000 }: TwilioOptions): TextGateway {
  const url = `${(apiUrl ?? "https://api.twilio.com").replace(/\/+$/, "")}/2010-04-01/Accounts/${encodeURIComponent(accountSid)}/Messages.json`;
  const headers = {
    authorization: `Basic ${Buffer.from(`${accountSid}:${authToken}`).toString("base64")}`,
    "content-type": "application/x-www-form-urlencoded",
    accept: "application/json",
  };
  const sender: Record<string, string> = /^MG[0-9a-fA-F]{32}$/.test(from)
    ? { MessagingServiceSid: from }
    : { From: from };
  return {
    async send(message) {
      assertNumber(message);
      const body = new URLSearchParams({ To: message.to, ...sender, Body: message.text }).toString();
      const answer = await callGateway({
        service: "sms",
        operation: "send",
        name: "Twilio",
        url,
        headers,
        body,
        timeoutMs,
      });
      if (answer.status < 200 || answer.status > 299) throw refused(answer);
      if (typeof answer.json.sid !== "string") throw new MessagingError("Twilio answered without an id", true);
      return { providerId: answer.json.sid };
    },
  };
}

// Among the 400s, these concern our sender or account and are for the operator to fix. All others concern the
// recipient.
const ours = new Set([21212, 21408, 21603, 21606, 21608, 21611, 21659, 21660]);

/** https://www.twilio.com/docs/api/errors. 401, 403 and 404 concern the account. 429 and 5xx are transient. */
function refused({ status, json }: GatewayAnswer): MessagingError {
  const code = typeof json.code === "number" ? json.code : null;
  const isFinal = status === 400 && !(code !== null && ours.has(code));
  return new MessagingError(
    `Twilio refused the message: ${status}${code === null ? "" : `, ${code}`}: ${errorTextOf(typeof json.message === "string" ? json.message : "no reason")}`,
    !isFinal,
  );
}
