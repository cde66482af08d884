import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { evidenceDocuments } from "@/db/schema/evidence";
import { attachments, files, fileSegments } from "@/db/schema/files";
import { templateDocuments } from "@/db/schema/templates";
import { blobKey, fileOfKey, type BlobKey } from "@/lib/platform/blobs/blob-store";

/** Those of the keys that a row names: parts of documents, of evidence and of templates, and attachments. */
export async function findNamed(db: Db, keys: readonly BlobKey[]): Promise<ReadonlySet<BlobKey>> {
  const uuids = [...new Set(keys.map(fileOfKey))];
  // One after the other: a restore asks in its one transaction, and a sweep is in no hurry.
  const segments = await db
    .select({ uuid: files.uuid, sha256: fileSegments.sha256 })
    .from(fileSegments)
    .innerJoin(files, eq(fileSegments.fileId, files.id))
    .where(inArray(files.uuid, uuids));
  const evidence = await db
    .select({ uuid: files.uuid, sha256: evidenceDocuments.sha256 })
    .from(evidenceDocuments)
    .innerJoin(files, eq(evidenceDocuments.fileId, files.id))
    .where(inArray(files.uuid, uuids));
  const ofTemplates = await db
    .select({ uuid: templateDocuments.uuid, segments: templateDocuments.segments })
    .from(templateDocuments)
    .where(inArray(templateDocuments.uuid, uuids));
  const attached = await db
    .select({ uuid: attachments.uuid, sha256: attachments.sha256 })
    .from(attachments)
    .where(inArray(attachments.uuid, uuids));
  const templateSegments = ofTemplates.flatMap(({ uuid, segments }) =>
    segments.map(({ sha256 }) => ({ uuid, sha256 })),
  );
  return new Set(
    [...segments, ...evidence, ...templateSegments, ...attached].map(({ uuid, sha256 }) => blobKey(uuid, sha256)),
  );
}

/** How many blobs the rows name. */
export async function countNamed(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(sql`select count(*) as count from (
    select ${fileSegments.fileId}, ${fileSegments.sha256} from ${fileSegments}
    union select ${evidenceDocuments.fileId}, ${evidenceDocuments.sha256} from ${evidenceDocuments}
    union select -${templateDocuments.id}, segment ->> 'sha256' from ${templateDocuments}, jsonb_array_elements(${templateDocuments.segments}) segment) as named`);
  return Number(rows[0]?.count ?? 0) + (await db.$count(attachments));
}
