import { createHmac } from "node:crypto";
import { eq } from "drizzle-orm";
import { files } from "@/db/schema/files";
import type { DeliveryAttempt, WebhookDelivery, WebhookEndpoint } from "@/db/schema/webhooks";
import type { EventRow } from "@/db/views";
import type { Ctx } from "@/lib/context/context";
import { recordingDamage, withIntactBlobs } from "@/lib/documents/storage/damaged-blobs";
import { readSegments, toBlobs } from "@/lib/documents/storage/segments";
import { DomainError } from "@/lib/platform/errors";
import type { OutboundAnswer, OutboundBody } from "@/lib/platform/outbound";
import { openEndpointSecret } from "@/lib/records/events/add-callback";
import { eventBody } from "@/lib/records/events/wire";
import { jittered } from "@/lib/records/leased-work";
import { testBody } from "./wire";

export interface AttemptOutcome {
  attempt: DeliveryAttempt;
  /** The delay requested by a 429 or 503. */
  retryAfterSeconds: number;
}

/** Tries one delivery once and returns its outcome. Never throws for a failed call. */
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

/** Opened only once connected, so that a call refused before that leaves nothing open. */
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
  if (!(error instanceof DomainError)) return "internal";
  if (error.code === "integrity_error") return "document_missing";
  return error.code === "url_not_allowed" ? "not_allowed" : "unreachable";
}

/** The parts covered by a signature besides the body. */
interface MessageFacts {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
}

/** The headers of a message (Standard Webhooks 1.0), signed with every valid key, newest first. */
async function signedHeaders(
  { id, timestamp }: MessageFacts,
  body: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
  keys: readonly Buffer[],
): Promise<Record<string, string>> {
  const macs = keys.map((key) => createHmac("sha256", key).update(`${id}.${timestamp}.`));
  for await (const chunk of body) for (const mac of macs) mac.update(chunk);
  return {
    "webhook-id": id,
    "webhook-timestamp": String(timestamp),
    "webhook-signature": macs.map((mac) => `v1,${mac.digest("base64")}`).join(" "),
  };
}

/** A body may be read twice: once for signing, once for sending. */
type MessageBody = Omit<OutboundBody, "chunks"> & { open(): Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>> };

/**
 * The body of a delivery, equal in every attempt. Throws `integrity_error` if the signed document is missing or
 * altered.
 */
async function messageBody(
  ctx: Ctx,
  { format }: WebhookEndpoint,
  delivery: WebhookDelivery,
  event: EventRow | null,
): Promise<MessageBody> {
  if (event && format === "multipart") return formOf(ctx, delivery.publicId, event);
  const bytes = Buffer.from(JSON.stringify(event ? eventBody(event) : testBody(delivery)));
  return { contentType: "application/json", length: bytes.length, open: () => Promise.resolve([bytes]) };
}

/** `uuid`, `status` and `file` as a form (RFC 7578), for older clients. */
async function formOf(ctx: Ctx, publicId: string, { data }: EventRow): Promise<MessageBody> {
  if (!("fileId" in data)) throw new Error("a form is sent about a document only");
  const boundary = `paraph-${publicId}`;
  const [file] = await ctx.db
    .select({ uuid: files.uuid, name: files.name })
    .from(files)
    .where(eq(files.id, data.fileId));
  if (!file) throw new Error(`file ${data.fileId} is gone`);
  const segments = await readSegments(ctx, data.fileId);
  const blobs = toBlobs(file, segments);
  await withIntactBlobs(ctx, file, segments, () => Promise.resolve());
  const field = (name: string, value: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const fileHead = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${formFileName(file.name)}"\r\nContent-Type: application/pdf\r\n\r\n`;
  const head = Buffer.from(`${field("uuid", data.uuid)}${field("status", String(data.status))}${fileHead}`);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const open = async (): Promise<AsyncIterable<Uint8Array>> =>
    around(head, await recordingDamage(ctx, file, () => ctx.blobs.openAll(blobs)), tail);
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: head.length + blobs.reduce((sum, { size }) => sum + size, 0) + tail.length,
    open,
  };
}

async function* around(head: Buffer, middle: AsyncIterable<Uint8Array>, tail: Buffer): AsyncGenerator<Uint8Array> {
  yield head;
  yield* middle;
  yield tail;
}

/** Escapes a file name in a form as browsers do (HTML, "multipart form data"). */
function formFileName(name: string): string {
  const escaped = name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  return /\.pdf$/i.test(escaped) ? escaped : `${escaped}.pdf`;
}

/** Seconds before each retry (docs/spec/api.md#webhooks): nine retries over three days. */
export const standardSchedule: readonly number[] = [
  5,
  300,
  1800,
  2 * 3600,
  5 * 3600,
  10 * 3600,
  14 * 3600,
  20 * 3600,
  24 * 3600,
];

const longestWaitSeconds = 24 * 3600;

/** Seconds from the `tries`-th failure to the next attempt, with 10 % jitter, or null if there is none. */
export function nextDelaySeconds(schedule: readonly number[], tries: number): number | null {
  const delay = schedule[tries - 1];
  return delay === undefined ? null : jittered(delay, 0.1);
}

/** The delay in a `Retry-After` (RFC 9110 section 10.2.3: seconds or a date), at most a day. 0 if there is none. */
function retryAfterSeconds(header: string | null, now: Date): number {
  if (header === null) return 0;
  const seconds = /^\d{1,9}$/.test(header) ? Number(header) : (Date.parse(header) - now.getTime()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), longestWaitSeconds) : 0;
}
