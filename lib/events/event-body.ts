import type { EventData } from "@/db/schema/webhooks";
import type { EventRow } from "@/db/views";

export interface EventBody {
  type: string;
  /** ISO 8601 UTC with milliseconds. */
  timestamp: string;
  data: EventData;
}

/** An event as the log and every delivery show it, members in this order, so that the same event is always the same bytes. */
export function eventBody({ type, at, data }: EventRow): EventBody {
  const { fileId, uuid, status, name, sequence, signRequestId, sha256, url } = data;
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
    },
  };
}
