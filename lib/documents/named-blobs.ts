import { eq, inArray, sql } from "drizzle-orm";
import type { Db } from "@/db/client";
import { evidenceDocuments } from "@/db/schema/evidence";
import { files, fileSegments } from "@/db/schema/files";
import { blobKey, fileOfKey, type BlobKey } from "@/lib/platform/blobs/blob-key";

/** Those of the keys that a row names: parts of documents and evidence. */
export async function findNamed(db: Db, keys: readonly BlobKey[]): Promise<ReadonlySet<BlobKey>> {
  const uuids = [...new Set(keys.map(fileOfKey))];
  const [segments, evidence] = await Promise.all([
    db
      .select({ uuid: files.uuid, sha256: fileSegments.sha256 })
      .from(fileSegments)
      .innerJoin(files, eq(fileSegments.fileId, files.id))
      .where(inArray(files.uuid, uuids)),
    db
      .select({ uuid: files.uuid, sha256: evidenceDocuments.sha256 })
      .from(evidenceDocuments)
      .innerJoin(files, eq(evidenceDocuments.fileId, files.id))
      .where(inArray(files.uuid, uuids)),
  ]);
  return new Set([...segments, ...evidence].map(({ uuid, sha256 }) => blobKey(uuid, sha256)));
}

/** How many blobs the rows name. */
export async function countNamed(db: Db): Promise<number> {
  const { rows } = await db.execute<{ count: string }>(sql`select count(*) as count from (
    select ${fileSegments.fileId}, ${fileSegments.sha256} from ${fileSegments}
    union select ${evidenceDocuments.fileId}, ${evidenceDocuments.sha256} from ${evidenceDocuments}) as named`);
  return Number(rows[0]?.count ?? 0);
}
