import { and, asc, eq, gt } from "drizzle-orm";
import { z } from "zod";
import type { BulkEventData, EventData, TemplateEventData } from "@/db/schema/webhooks";
import { events, type EventRow } from "@/db/views";
import type { Ctx } from "@/lib/platform/context";

export function toEventListWire({ rows, next }: EventPage): z.infer<typeof eventListAnswer> {
  return { data: rows.map(toEventWire), pagination: { nextCursor: next === null ? null : String(next) } };
}

function toEventWire(event: EventRow) {
  return { id: event.publicId, position: event.position, ...eventBody(event) };
}

interface EventBody {
  type: string;
  /** ISO 8601 UTC with milliseconds. */
  timestamp: string;
  data: EventData | BulkEventData | TemplateEventData;
}

/** An event as in the log and in every delivery, with its members in this order, so that equal events have equal bytes. */
export function eventBody({ type, at, data }: EventRow): EventBody {
  if ("version" in data) {
    const { templateId, version, name, url } = data;
    return { type, timestamp: at.toISOString(), data: { templateId, version, name, url } };
  }
  if (!("fileId" in data)) {
    const { bulkSendId, templateId, name, total, sent, failed, url } = data;
    return { type, timestamp: at.toISOString(), data: { bulkSendId, templateId, name, total, sent, failed, url } };
  }
  const { fileId, uuid, status, name, sequence, signRequestId, sha256, url, directLinkId, kind } = data;
  return {
    type,
    timestamp: at.toISOString(),
    data: {
      fileId,
      uuid,
      status,
      name,
      sequence,
      ...(signRequestId === undefined ? {} : { signRequestId }),
      ...(sha256 === undefined ? {} : { sha256 }),
      url,
      ...(directLinkId === undefined ? {} : { directLinkId }),
      ...(kind === undefined ? {} : { kind }),
    },
  };
}

export interface EventPage {
  rows: EventRow[];
  /** The position to continue after, or null if there are no more events at present. */
  next: number | null;
}

const standardLength = 20;

/**
 * The account's log after a position, oldest first. A reader continuing from the last position misses nothing, because positions follow the
 * commit order.
 */
export async function listEvents(
  ctx: Ctx,
  accountId: number,
  { after = 0, length = standardLength }: { after?: number | undefined; length?: number | undefined },
): Promise<EventPage> {
  const rows = await ctx.db
    .select()
    .from(events)
    .where(and(eq(events.accountId, accountId), gt(events.position, after)))
    .orderBy(asc(events.position))
    .limit(length + 1);
  const page = rows.slice(0, length);
  return { rows: page, next: rows.length > length ? (page.at(-1)?.position ?? null) : null };
}

const bulkEventData = z
  .object({
    bulkSendId: z.int(),
    templateId: z.int(),
    name: z.string(),
    total: z.int(),
    sent: z.int(),
    failed: z.int(),
    url: z.string(),
  })
  .meta({ description: "Of `bulk_send.completed`." });

const templateEventData = z
  .object({
    templateId: z.int(),
    version: z.int().meta({ description: "The current version, or the last one of a deleted template." }),
    name: z.string(),
    url: z.string(),
  })
  .meta({ description: "Of `template.created`, `template.updated` and `template.deleted`." });

const fileEventData = z.object({
  fileId: z.int(),
  uuid: z.string(),
  status: z.int().meta({ description: "The state of the file after the event." }),
  name: z.string(),
  sequence: z.int().meta({ description: "Numbers the events of the file from 1 without gaps." }),
  signRequestId: z.int().optional(),
  sha256: z.string().optional().meta({ description: "Of the file's revision after the event." }),
  url: z.string(),
  kind: z
    .literal("envelope")
    .optional()
    .meta({ description: "The document is an envelope. Its files send no events." }),
  directLinkId: z.int().optional().meta({ description: "For a document created by a direct link." }),
});

export const eventAnswer = z.object({
  id: z.string().meta({ description: "The `webhook-id` of this event's deliveries." }),
  position: z.int().meta({ description: "Numbers the events of the account from 1 without gaps." }),
  type: z.string(),
  timestamp: z.string(),
  data: z.union([fileEventData, bulkEventData, templateEventData]),
});

export const eventListAnswer = z.object({
  data: z.array(eventAnswer),
  pagination: z.object({
    nextCursor: z.string().nullable().meta({ description: "The next `after`. Null if there are no more events yet." }),
  }),
});
