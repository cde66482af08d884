import type { File, FileSegment } from "@/db/schema/files";
import type { AuditEvent } from "@/db/views";
import { certificationFieldName, sealFieldName, timestampFieldName } from "@/lib/pdf/fields/field-names";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { readTrail } from "@/lib/records/audit/events";
import type { RevisionWire } from "./schema";
import { readSegments } from "./storage/segments";

/** One signed state of a document. Its bytes are the first `sizeBytes` of the document, because every later revision is appended. */
export interface SignedRevision {
  /** The number by which the audit trail names it. It never names other bytes. */
  revision: number;
  kind: RevisionWire["kind"];
  /** The sign request whose signature ends this revision; null for the service's own. */
  signRequestId: number | null;
  /** The signature field that was filled; null where a document that arrived signed was prepared without certification. */
  field: string | null;
  at: Date;
  sizeBytes: number;
  /** Lower-case hex. */
  sha256: string;
}

const kindOf: Readonly<Record<string, SignedRevision["kind"]>> = {
  "file.released": "prepared",
  "file.changed": "prepared",
  signed: "signature",
  "file.completed": "seal",
  "timestamp.added": "timestamp",
};

/**
 * The signed states of a document that are part of it now, oldest first: as it was sent, after each signature, sealed, timestamped. Sizes
 * and hashes are those of the audit trail, so no bytes are read. A preparation that a later one replaced is gone, and not listed.
 */
export async function readSignedRevisions(
  ctx: Ctx,
  file: Pick<File, "id" | "uuid" | "alreadySigned">,
): Promise<SignedRevision[]> {
  const ends = endsOf(await readSegments(ctx, file.id));
  const noted = (await readTrail(ctx, file.id)).filter(
    ({ type, doc }) => kindOf[type] && typeof doc.revision === "number" && typeof doc.size === "number",
  );
  const kept = noted.slice(noted.findLastIndex(({ type }) => kindOf[type] === "prepared"));
  let timestamps = 0;
  return kept.flatMap((event) => {
    const sizeBytes = Number(event.doc.size);
    const kind = kindOf[event.type];
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

/** The revision that the trail names so. Throws `not_found`. */
export async function findSignedRevision(
  ctx: Ctx,
  file: Pick<File, "id" | "uuid" | "alreadySigned">,
  revision: number,
): Promise<SignedRevision> {
  const found = (await readSignedRevisions(ctx, file)).find((one) => one.revision === revision);
  if (!found) throw new DomainError("not_found");
  return found;
}

/** The segments whose concatenation is the revision. Throws `not_found` where a new preparation has replaced it meanwhile. */
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

/** When it was signed: what the signature and the authority's timestamp say, else when the trail noted it. */
function timeOf({ at, data }: AuditEvent): Date {
  const said = data.signedAt ?? data.timestamp;
  return typeof said === "string" ? new Date(said) : at;
}
