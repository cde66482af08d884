import type { File, FileSegment } from "@/db/schema/files";
import type { AuditEvent } from "@/db/views";
import type { Ctx } from "@/lib/context/context";
import { certificationFieldName, sealFieldName, timestampFieldName } from "@/lib/pdf/fields/prepared-field";
import { DomainError } from "@/lib/platform/errors";
import { readTrail } from "@/lib/records/audit/events";
import type { RevisionWire } from "./schema";
import { readSegments } from "./storage/segments";

/** One signed state of a document: its first `sizeBytes` bytes, because every later revision is appended. */
export interface SignedRevision {
  /** Its number in the audit trail. The number never refers to other bytes. */
  revision: number;
  kind: RevisionWire["kind"];
  /** The sign request whose signature ends this revision, or null for the service's own. */
  signRequestId: number | null;
  /**
   * The filled signature field, or null if a document that was already signed at upload was prepared without
   * certification.
   */
  field: string | null;
  at: Date;
  sizeBytes: number;
  /** Lower-case hex. */
  sha256: string;
}

const kindsByEvent: Readonly<Record<string, SignedRevision["kind"]>> = {
  "file.released": "prepared",
  "file.changed": "prepared",
  signed: "signature",
  "file.completed": "seal",
  "timestamp.added": "timestamp",
};

/**
 * The signed states that are part of the document now, oldest first: as sent, after each signature, sealed,
 * timestamped. Sizes and hashes are those of the audit trail, so no bytes are read. A preparation that was replaced by
 * a later one is gone and not listed.
 */
export async function readSignedRevisions(
  ctx: Ctx,
  file: Pick<File, "id" | "uuid" | "alreadySigned">,
): Promise<SignedRevision[]> {
  const ends = endsOf(await readSegments(ctx, file.id));
  const noted = (await readTrail(ctx, file.id)).filter(
    ({ type, doc }) => kindsByEvent[type] && typeof doc.revision === "number" && typeof doc.size === "number",
  );
  const kept = noted.slice(noted.findLastIndex(({ type }) => kindsByEvent[type] === "prepared"));
  let timestamps = 0;
  return kept.flatMap((event) => {
    const sizeBytes = Number(event.doc.size);
    const kind = kindsByEvent[event.type];
    if (!kind || !ends.has(sizeBytes)) return [];
    if (kind === "timestamp") timestamps += 1;
    const signRequestId = typeof event.data.signRequestId === "number" ? event.data.signRequestId : null;
    return [
      {
        revision: Number(event.doc.revision),
        kind,
        signRequestId,
        field: fieldOf(file, kind, event, timestamps),
        at: timeOf(event),
        sizeBytes,
        sha256: String(event.doc.sha256),
      },
    ];
  });
}

/** The revision with this number in the trail. Throws `not_found`. */
export async function findSignedRevision(
  ctx: Ctx,
  file: Pick<File, "id" | "uuid" | "alreadySigned">,
  revision: number,
): Promise<SignedRevision> {
  const found = (await readSignedRevisions(ctx, file)).find((one) => one.revision === revision);
  if (!found) throw new DomainError("not_found");
  return found;
}

/**
 * The segments whose concatenation is the revision. Throws `not_found` if a new preparation has replaced it in the
 * meantime.
 */
export function segmentsUpTo(
  segments: readonly FileSegment[],
  { sizeBytes }: Pick<SignedRevision, "sizeBytes">,
): FileSegment[] {
  let end = 0;
  const last = segments.findIndex((segment) => (end += segment.size) === sizeBytes);
  if (last < 0) throw new DomainError("not_found");
  return segments.slice(0, last + 1);
}

function endsOf(segments: readonly FileSegment[]): Set<number> {
  let end = 0;
  return new Set(segments.map(({ size }) => (end += size)));
}

function fieldOf(
  { uuid, alreadySigned }: Pick<File, "uuid" | "alreadySigned">,
  kind: SignedRevision["kind"],
  { data }: AuditEvent,
  timestamps: number,
): string | null {
  switch (kind) {
    case "prepared":
      return alreadySigned ? null : certificationFieldName(uuid);
    case "signature":
      return typeof data.fieldName === "string" ? data.fieldName : null;
    case "seal":
      return sealFieldName(uuid);
    case "timestamp":
      return timestampFieldName(uuid, timestamps);
  }
}

/**
 * The signing time according to the signature and the authority's timestamp, or otherwise when the trail recorded it.
 */
function timeOf({ at, data }: AuditEvent): Date {
  const stated = data.signedAt ?? data.timestamp;
  return typeof stated === "string" ? new Date(stated) : at;
}
