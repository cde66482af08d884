import { and, asc, eq, isNull } from "drizzle-orm";
import { signRequests, type Field, type File, type FileSegment, type SignRequest } from "@/db/schema/files";
import type { Actor, Ctx } from "@/lib/context/context";
import { getOwnFile } from "@/lib/documents/access";
import { readPdfs } from "@/lib/documents/envelopes/pdfs";
import { planOfFields } from "@/lib/documents/fields/conditions";
import { readFieldsOf } from "@/lib/documents/fields/stored-fields";
import { baseOf, readSegments } from "@/lib/documents/storage/segments";
import { DomainError } from "@/lib/platform/errors";
import { normaliseEmail } from "@/lib/platform/plain-text";
import type { BrokenCondition, SignerAddress } from "./schema";

/** A request with everything a preparation depends on. */
export interface FileState {
  /** The document or the envelope. */
  file: File;
  signers: SignRequest[];
  /** The fields of all PDFs. */
  fields: Field[];
  /** The files of an envelope in order, or the document itself. */
  pdfs: PdfState[];
}

interface PdfState {
  file: File;
  /** The segments before anything was prepared in them. */
  base: FileSegment[];
}

export async function readFileState(ctx: Ctx, file: File): Promise<FileState> {
  const signers = await readActiveSigners(ctx, file.id);
  const pdfs: PdfState[] = [];
  for (const pdf of await readPdfs(ctx, file)) pdfs.push({ file: pdf, base: baseOf(await readSegments(ctx, pdf.id)) });
  const fields = await readFieldsOf(
    ctx,
    pdfs.map((pdf) => pdf.file.id),
  );
  return { file, signers, fields, pdfs };
}

/**
 * Everything a preparation depends on as one text, for compare-and-set: equal texts mean that nothing relevant has
 * changed.
 */
export function serialiseState({ file, signers, fields, pdfs }: FileState): string {
  const versions = pdfs.map(({ file: { id, revision }, base }) => [id, revision, base.map(({ sha256 }) => sha256)]);
  return JSON.stringify(
    [file.status, file.revision, file.preparation, file.signatureOptions, signers, fields, versions],
    (name, value: unknown) => (name === "linkSealed" ? undefined : value),
  );
}

/** The file's signers who were not removed, in signing order. */
export async function readActiveSigners(ctx: Ctx, fileId: number): Promise<SignRequest[]> {
  return ctx.db
    .select()
    .from(signRequests)
    .where(and(eq(signRequests.fileId, fileId), isNull(signRequests.removedAt)))
    .orderBy(asc(signRequests.signingOrder), asc(signRequests.id));
}

export function inSigningOrder(signers: readonly SignRequest[]): SignRequest[] {
  return signers.toSorted((one, other) => one.signingOrder - other.signingOrder || one.id - other.id);
}

/** The signers with these addresses, without duplicates. Throws `sign_request_not_in_file` for an unknown address. */
export function findByAddress(
  signers: readonly SignRequest[],
  named: readonly SignerAddress[],
  member: "users" | "signers",
): SignRequest[] {
  const found = named.map(({ email }, index) => {
    const signer = signers.find((candidate) => candidate.email === normaliseEmail(email));
    if (signer) return signer;
    const detail = `${member}[${index}].email is not a signer of this document`;
    throw new DomainError("sign_request_not_in_file", {
      detail,
      violations: [{ pointer: `/${member}/${index}/email`, code: "sign_request_not_in_file", detail }],
    });
  });
  return [...new Set(found)];
}

/**
 * The id in the names of this signer's PDF fields: that of the first person in this place since the document was
 * prepared.
 */
export function preparedId({ id, preparedAs }: Pick<SignRequest, "id" | "preparedAs">): number {
  return preparedAs ?? id;
}

/**
 * The fields of the caller's own draft whose expressions no longer work, because fields, signers or their order
 * changed since they were stored. Requester only. Throws `not_found`, `forbidden`.
 */
export async function findBrokenConditions(
  ctx: Ctx,
  actor: Actor,
  input: { uuid: string },
): Promise<BrokenCondition[]> {
  const { fields, signers } = await readFileState(ctx, await getOwnFile(ctx, actor, input));
  const steps = new Map(signers.map(({ id, signingOrder }) => [id, signingOrder]));
  const ofSigners = fields.filter(({ signRequestId }) => steps.has(signRequestId));
  const { defects } = planOfFields(ofSigners, (signRequestId) => steps.get(signRequestId) ?? 1);
  const broken = new Set(defects.map(({ id }) => id));
  return ofSigners
    .filter(({ id }) => broken.has(id))
    .map(({ id, label, group, page }) => ({ fieldId: id, name: label ?? group, page }));
}

/** Runs work on one file of an envelope, and names the file in the errors that it throws. */
export async function atPdf<Value>(
  { id, name }: { id: number | null; name: string },
  index: number,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    if (id === null || !(error instanceof DomainError) || error.code === "race_lost") throw error;
    const detail = `${name}: ${error.detail ?? error.code}`;
    const pointer = `/files/${index}`;
    const own = error.violations.filter((violation) => violation.pointer.startsWith(`${pointer}/`));
    throw new DomainError(error.code, {
      detail,
      ...(error.reason && { reason: error.reason }),
      ...(error.bound !== undefined && { bound: error.bound }),
      violations: own.length > 0 ? own : [{ pointer, code: error.code, detail }],
      ...(error.retryAfterSeconds === undefined ? {} : { retryAfterSeconds: error.retryAfterSeconds }),
      cause: error,
    });
  }
}
