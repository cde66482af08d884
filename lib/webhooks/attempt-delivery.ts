import type { DeliveryAttempt, WebhookDelivery, WebhookEndpoint } from "@/db/schema/webhooks";
import type { EventRow } from "@/db/views";
import { BlobError } from "@/lib/blobs/blob-errors";
import type { Ctx } from "@/lib/context";
import { DomainError } from "@/lib/errors";
import { openEndpointSecret } from "@/lib/events/endpoint-secret";
import type { OutboundAnswer } from "@/lib/outbound/outbound";
import { messageBody, type MessageBody } from "./message-body";
import { retryAfterSeconds } from "./schedule";
import { signedHeaders } from "./sign-message";

export interface AttemptOutcome {
  attempt: DeliveryAttempt;
  /** What a 429 or 503 asked for. */
  retryAfterSeconds: number;
}

/** Sends one delivery once and says what came of it, whatever that is. */
export async function attemptDelivery(
  ctx: Ctx,
  endpoint: WebhookEndpoint,
  delivery: WebhookDelivery,
  event: EventRow | null,
): Promise<AttemptOutcome> {
  const at = await ctx.now();
  const startedAt = performance.now();
  const done = (facts: Pick<DeliveryAttempt, "statusCode" | "error" | "answer">, wait = 0): AttemptOutcome => ({
    attempt: { at: at.toISOString(), durationMs: Math.round(performance.now() - startedAt), ...facts },
    retryAfterSeconds: wait,
  });
  try {
    const answer = await send(ctx, endpoint, delivery, event, at);
    const mayAskToWait = answer.status === 429 || answer.status === 503;
    return done(
      { statusCode: answer.status, error: errorOf(answer.status), answer: answer.text },
      mayAskToWait ? retryAfterSeconds(answer.retryAfter, at) : 0,
    );
  } catch (error) {
    const word = wordFor(error);
    ctx.log[word === "internal" ? "error" : "info"](
      { err: error, delivery: delivery.id },
      "a webhook was not delivered",
    );
    return done({ statusCode: null, error: word, answer: null });
  }
}

async function send(
  ctx: Ctx,
  endpoint: WebhookEndpoint,
  delivery: WebhookDelivery,
  event: EventRow | null,
  at: Date,
): Promise<OutboundAnswer> {
  const body = await messageBody(ctx, endpoint, delivery, event);
  const facts = { id: delivery.publicId, timestamp: Math.floor(at.getTime() / 1000) };
  const headers = await signedHeaders(facts, await body.open(), liveKeys(ctx, endpoint, at));
  return ctx.outbound.post(endpoint.url, headers, { ...body, chunks: () => opened(body) });
}

/** Opened when the connection stands: a call that is refused before leaves nothing open. */
async function* opened(body: MessageBody): AsyncGenerator<Uint8Array> {
  yield* await body.open();
}

function liveKeys(
  ctx: Ctx,
  { sealedSecret, previousSealedSecret, previousSecretUntil }: WebhookEndpoint,
  now: Date,
): Buffer[] {
  const isPreviousLive = previousSealedSecret !== null && previousSecretUntil !== null && previousSecretUntil > now;
  return [sealedSecret, ...(isPreviousLive ? [previousSealedSecret] : [])].map((sealed) =>
    openEndpointSecret(ctx, sealed),
  );
}

function errorOf(status: number): DeliveryAttempt["error"] {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return "redirect";
  return status === 410 ? "gone" : "status";
}

function wordFor(error: unknown): NonNullable<DeliveryAttempt["error"]> {
  if (error instanceof BlobError) return "document_missing";
  if (!(error instanceof DomainError)) return "internal";
  return error.code === "url_not_allowed" ? "not_allowed" : "unreachable";
}
