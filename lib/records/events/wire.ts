import { and, asc, eq, gt } from "drizzle-orm";
import type { z } from "zod";
import type { BulkEventData, EventData, TemplateEventData } from "@/db/schema/webhooks";
import { events, type EventRow } from "@/db/views";
import type { Ctx } from "@/lib/context/context";
import type { eventListAnswer } from "./schema";

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

/**
 * An event as in the log and in every delivery, with its members in this order, so that equal events have equal bytes.
 */
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
 * The account's log after a position, oldest first. A reader continuing from the last position misses nothing, because
 * positions follow the commit order.
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
