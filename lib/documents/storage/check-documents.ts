import { sql, type SQL } from "drizzle-orm";
import type { DamagedBlob } from "@/db/schema/files";
import type { Ctx } from "@/lib/context/context";
import { blobKey, blobProblemOf } from "@/lib/platform/blobs/blob-store";
import { inTurns } from "@/lib/platform/blobs/in-turns";

export interface DamagedDocument {
  uuid: string;
  /** SHA-256 of the expected bytes. */
  sha256: string;
  /** Of the expected bytes. */
  size: number;
  problem: DamagedBlob["problem"];
  /** The template that the document belongs to, or null for the document of a request. */
  templateId: number | null;
  /** The uuid of the document that an attachment was added to, or null for everything else. */
  attachedTo: string | null;
}

export type Store = Pick<Ctx, "db" | "blobs">;

/** Stored bytes as their row describes them. */
export interface StoredBlob extends Omit<DamagedDocument, "problem"> {
  /** Of the row. Several blobs of a template's document share it. */
  id: number;
}

const batch = 500;
/** A store on another machine responds in about 10 ms. */
const atOnce = 16;

/** Rows after an id in the order of ids, the newest ones, or those of one document. */
type Chosen = { after: number; limit: number } | { newest: number } | { fileId: number };

interface Source {
  table: SQL;
  id: SQL;
  /** The columns of rows `r`, and of their documents `f`. */
  columns: SQL;
  joined: SQL;
}

const ofDocument = sql.raw(`f.uuid, r.sha256, r.size::float8 as size, null::int as "templateId", null as "attachedTo"`);
const joinedDocument = sql.raw(`join files f on f.id = r.file_id`);

/** Every kind of rows that name stored bytes. Each attachment has a uuid of its own. */
const sources = {
  content: { table: sql`file_segments`, id: sql`id`, columns: ofDocument, joined: joinedDocument },
  evidence: { table: sql`evidence_documents`, id: sql`file_id`, columns: ofDocument, joined: joinedDocument },
  template: {
    table: sql`template_documents`,
    id: sql`id`,
    columns: sql.raw(`r.uuid, p.sha256, p.size, r.template_id as "templateId", null as "attachedTo"`),
    joined: sql.raw(`cross join lateral jsonb_to_recordset(r.segments) p(sha256 text, size float8)`),
  },
  attachment: {
    table: sql`attachments`,
    id: sql`id`,
    columns: sql.raw(`r.uuid, r.sha256, r.size::float8 as size, null::int as "templateId", f.uuid as "attachedTo"`),
    joined: joinedDocument,
  },
} satisfies Record<string, Source>;
export type BlobKind = keyof typeof sources;
export const blobKinds = Object.keys(sources) as BlobKind[];

/** In the order of ids. A limit counts rows, and a template's row names several blobs. */
export async function readBlobs({ db }: Pick<Store, "db">, kind: BlobKind, chosen: Chosen): Promise<StoredBlob[]> {
  const { table, id, columns, joined }: Source = sources[kind];
  const condition =
    "after" in chosen
      ? sql`where ${id} > ${chosen.after} order by ${id} limit ${chosen.limit}::int`
      : "newest" in chosen
        ? sql`order by ${id} desc limit ${chosen.newest}::int`
        : sql`where file_id = ${chosen.fileId}`;
  const { rows } = await db.execute<StoredBlob & Record<string, unknown>>(sql`
    select r.${id} as id, ${columns} from (select * from ${table} ${condition}) r ${joined} order by 1`);
  return rows;
}

/**
 * Checks that every stored blob of every document and template, every evidence document and every attachment can be
 * opened. `readBytes` also compares each blob's SHA-256, which reads all of them. Otherwise a blob counts as altered if its
 * size differs. Yields damaged ones in the order in which they were stored.
 */
export async function* checkDocuments(
  store: Store,
  { readBytes }: { readBytes: boolean },
): AsyncGenerator<DamagedDocument> {
  for (const kind of blobKinds) yield* checkAll(store, kind, readBytes);
}

/** Checks the documents of templates and attachments only. */
export async function* checkTemplatesAndAttachments(
  store: Store,
  { readBytes }: { readBytes: boolean },
): AsyncGenerator<DamagedDocument> {
  for (const kind of ["template", "attachment"] as const) yield* checkAll(store, kind, readBytes);
}

async function* checkAll(store: Store, kind: BlobKind, readBytes: boolean): AsyncGenerator<DamagedDocument> {
  for (let after = 0; ;) {
    const blobs = await readBlobs(store, kind, { after, limit: batch });
    yield* await damagedOf(store, blobs, readBytes);
    const last = blobs.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

/** The damaged ones among the blobs, with their sizes. `readBytes`: also those whose hash differs. */
export async function damagedOf<One extends Omit<StoredBlob, "id">>(
  store: Store,
  blobs: readonly One[],
  readBytes: boolean,
): Promise<(One & DamagedDocument)[]> {
  const problems = await inTurns(blobs, atOnce, (blob) => problemOf(store, blob, readBytes));
  return blobs.flatMap((blob, index) => {
    const problem = problems[index] ?? null;
    return problem === null ? [] : [{ ...blob, problem }];
  });
}

async function problemOf(
  { blobs }: Store,
  { uuid, sha256, size }: Pick<StoredBlob, "uuid" | "sha256" | "size">,
  readBytes: boolean,
): Promise<DamagedDocument["problem"] | null> {
  const key = blobKey(uuid, sha256);
  try {
    if ((await blobs.size(key)) !== size) return "altered";
    if (readBytes) await blobs.verifyStored({ key, size });
    return null;
  } catch (error) {
    const problem = blobProblemOf(error);
    if (problem === null) throw error;
    return problem;
  }
}
