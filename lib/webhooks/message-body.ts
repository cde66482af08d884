import { eq } from "drizzle-orm";
import { files } from "@/db/schema/files";
import type { WebhookDelivery, WebhookEndpoint } from "@/db/schema/webhooks";
import type { EventRow } from "@/db/views";
import type { Ctx } from "@/lib/context";
import { eventBody } from "@/lib/events/event-body";
import { readSegments, toBlobs } from "@/lib/files/segments";
import type { OutboundBody } from "@/lib/outbound/outbound";
import { testBody } from "./test-event";

/** A body may be read twice: once to sign it, once to send it. */
export type MessageBody = Omit<OutboundBody, "chunks"> & {
  open(): Promise<AsyncIterable<Uint8Array> | Iterable<Uint8Array>>;
};

/** The same bytes at every try of a delivery. Throws `BlobError` when the signed document is not there. */
export async function messageBody(
  ctx: Ctx,
  { format }: WebhookEndpoint,
  delivery: WebhookDelivery,
  event: EventRow | null,
): Promise<MessageBody> {
  if (event && format === "multipart") return formOf(ctx, delivery.publicId, event);
  const bytes = Buffer.from(JSON.stringify(event ? eventBody(event) : testBody(delivery)));
  return { contentType: "application/json", length: bytes.length, open: () => Promise.resolve([bytes]) };
}

/** `uuid`, `status` and `file` as a form (RFC 7578), as older clients read it. */
async function formOf(ctx: Ctx, publicId: string, { data }: EventRow): Promise<MessageBody> {
  const boundary = `paraph-${publicId}`;
  const [file] = await ctx.db
    .select({ uuid: files.uuid, name: files.name })
    .from(files)
    .where(eq(files.id, data.fileId));
  if (!file) throw new Error(`file ${data.fileId} is gone`);
  const blobs = toBlobs(
    file,
    (await readSegments(ctx, data.fileId)).filter((segment) => segment.role === "content"),
  );
  const field = (name: string, value: string): string =>
    `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const fileHead = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${formFileName(file.name)}"\r\nContent-Type: application/pdf\r\n\r\n`;
  const head = Buffer.from(`${field("uuid", data.uuid)}${field("status", String(data.status))}${fileHead}`);
  const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
  const open = async (): Promise<AsyncIterable<Uint8Array>> => around(head, await ctx.blobs.openAll(blobs), tail);
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

/** As browsers escape the name of a file in a form (HTML, "multipart form data"). */
function formFileName(name: string): string {
  const escaped = name.replaceAll('"', "%22").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
  return /\.pdf$/i.test(escaped) ? escaped : `${escaped}.pdf`;
}
