import { and, asc, eq } from "drizzle-orm";
import { files, type File, type PageSize } from "@/db/schema/files";
import type { Ctx } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";
import { noteFileLock } from "@/lib/records/audit/append";
import { listHash } from "./list-hash";

type Kind = Pick<File, "kind">;

export function isEnvelope({ kind }: Kind): boolean {
  return kind === "envelope";
}

/** The PDFs of a request, in order: the files of an envelope, or the document itself. */
export async function readPdfs(ctx: Pick<Ctx, "db">, file: File): Promise<File[]> {
  if (!isEnvelope(file)) return [file];
  return ctx.db
    .select()
    .from(files)
    .where(eq(files.envelopeId, file.id))
    .orderBy(asc(files.envelopePosition), asc(files.id));
}

/** The names of an envelope's files, in order. Empty for a single document. */
export async function fileNamesOf(ctx: Pick<Ctx, "db">, file: File): Promise<string[]> {
  return isEnvelope(file) ? (await readPdfs(ctx, file)).map(({ name }) => name) : [];
}

/**
 * Like `readPdfs`, with each row locked. The caller holds the lock of `file`, which is always taken first. The files
 * follow, ordered by id.
 */
export async function lockPdfs(ctx: Ctx, file: File): Promise<File[]> {
  if (!isEnvelope(file)) return [file];
  const rows = await ctx.db
    .select()
    .from(files)
    .where(eq(files.envelopeId, file.id))
    .orderBy(asc(files.id))
    .for("update");
  for (const { id } of rows) noteFileLock(ctx, id);
  return rows.toSorted((one, other) => (one.envelopePosition ?? 0) - (other.envelopePosition ?? 0));
}

/** One file of an envelope. Throws `not_found`. */
export async function getPdf(ctx: Pick<Ctx, "db">, envelope: Pick<File, "id">, uuid: string): Promise<File> {
  const [pdf] = await ctx.db
    .select()
    .from(files)
    .where(and(eq(files.envelopeId, envelope.id), eq(files.uuid, uuid)));
  if (!pdf) throw new DomainError("not_found");
  return pdf;
}

/** The columns of an envelope that are derived from its files. */
export function sumOf(pdfs: readonly Pick<File, "uuid" | "sha256" | "size">[]): Pick<File, "size" | "sha256"> {
  return { size: pdfs.reduce((sum, { size }) => sum + size, 0), sha256: listHash(pdfs) };
}

/** The pages of an envelope, numbered across its files. */
export function pagesOfPdfs(pdfs: readonly Pick<File, "pages">[]): PageSize[] {
  return pdfs.flatMap(({ pages }) => pages);
}

/** The file with a page of a request, and the page's number within it. Throws `not_found`. */
export async function findPage(ctx: Pick<Ctx, "db">, file: File, page: number): Promise<{ pdf: File; page: number }> {
  let left = page;
  for (const pdf of await readPdfs(ctx, file)) {
    if (left <= pdf.pages.length) return { pdf, page: left };
    left -= pdf.pages.length;
  }
  throw new DomainError("not_found");
}

/**
 * Whether a signer signs a file of an envelope: they sign the files in which they have fields, or every file if they
 * have none. `fields` are all fields of this signer.
 */
export function signsPdf(fields: readonly { fileId: number }[], pdf: { id: number }): boolean {
  return fields.length === 0 || fields.some(({ fileId }) => fileId === pdf.id);
}

/** For operations that need the bytes of a single PDF. */
export function isEnvelopeError(): DomainError {
  return new DomainError("is_envelope", {
    detail: "This is an envelope and has no PDF of its own. Name one of its files, or download the bundle.",
  });
}

/** Throws `is_envelope`. */
export function assertNotEnvelope(file: Kind): void {
  if (isEnvelope(file)) throw isEnvelopeError();
}

/** Throws `in_envelope` with the envelope, because its files have no signers and no state of their own. */
export async function assertNotInEnvelope(
  ctx: Pick<Ctx, "db">,
  { envelopeId }: Pick<File, "envelopeId">,
): Promise<void> {
  if (envelopeId === null) return;
  const [envelope] = await ctx.db.select({ uuid: files.uuid }).from(files).where(eq(files.id, envelopeId));
  throw new DomainError("in_envelope", {
    detail: `This file belongs to the envelope ${envelope?.uuid ?? ""}; this is done with the envelope.`,
  });
}
