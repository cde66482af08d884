import { codeInCauses } from "@/lib/platform/errors";
import { withoutSecrets } from "@/lib/platform/plain-text";
import { objectIn, outgoing, readAnswer } from "@/lib/platform/telemetry/outgoing";
import { MessagingError } from "./messenger";

export interface GatewayCall {
  /** For metrics and traces, with the called method of its interface. */
  service: "sms" | "telegram" | "signal";
  operation: string;
  /** The name in errors: "Twilio", "the text message gateway". */
  name: string;
  url: string;
  headers: Record<string, string>;
  body: string;
  timeoutMs: number;
  signal?: AbortSignal;
}

export interface GatewayAnswer {
  status: number;
  /** The JSON object of the body, empty if there is none. */
  json: Record<string, unknown>;
  text: string;
}

/**
 * One POST to a gateway configured by an operator. Redirects are not followed, because they would carry the credential.
 * Throws a retryable `MessagingError` if no complete response arrives in time. URLs may contain a credential, so errors
 * include neither the URL nor the cause.
 */
export function callGateway(call: GatewayCall): Promise<GatewayAnswer> {
  return outgoing(call.service, call.operation, async (answered) => {
    const answer = await callOnce(call);
    answered(answer.status);
    return answer;
  });
}

async function callOnce({ name, url, headers, body, timeoutMs, signal }: GatewayCall): Promise<GatewayAnswer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      method: "POST",
      headers,
      body,
      redirect: "manual",
      signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
    });
    const text = await readAnswer(response, () => new MessagingError("the gateway's answer is too long", true));
    return { status: response.status, text, json: objectIn(text) };
  } catch (error) {
    if (error instanceof MessagingError) throw error;
    throw new MessagingError(
      timeout.aborted
        ? `${name} did not answer within ${timeoutMs / 1000} s`
        : `${name} cannot be reached (${reasonOf(error)})`,
      true,
    );
  }
}

/** The gateway's error text, shortened, and without numbers or the code of a message that it quotes. */
export function errorTextOf(text: string): string {
  return withoutSecrets(text).slice(0, 200);
}

/** The system's short code, such as ECONNREFUSED. Messages of `fetch` may include the address. */
function reasonOf(error: unknown): string {
  return codeInCauses(error) ?? (error instanceof Error ? error.name : "no reason");
}
