import type { z } from "zod";
import type { EventRow } from "@/db/views";
import { eventBody } from "./event-body";
import type { EventPage } from "./list-events";
import type { eventListAnswer } from "./schema";

export function toEventListWire({ rows, next }: EventPage): z.infer<typeof eventListAnswer> {
  return { data: rows.map(toEventWire), pagination: { nextCursor: next === null ? null : String(next) } };
}

function toEventWire(event: EventRow) {
  return { id: event.publicId, position: event.position, ...eventBody(event) };
}
