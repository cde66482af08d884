import { and, asc, eq, isNull } from "drizzle-orm";
import { signRequests, type Field, type File, type FileSegment, type SignRequest } from "@/db/schema/files";
import { readParts } from "@/lib/documents/envelopes/parts";
import { readFieldsOf } from "@/lib/documents/fields/stored-fields";
import { baseOf, readSegments } from "@/lib/documents/storage/segments";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import type { SignerAddress } from "./schema";

/** A request with everything a preparation depends on. */
export interface FileState {
  /** The document or the envelope. */
  file: File;
  signers: SignRequest[];
  /** The fields of all PDFs. */
  fields: Field[];
  /** The files of an envelope in order, or the document itself. */
  parts: PartState[];
}

interface PartState {
  file: File;
  /** The segments before anything was prepared in them. */
  base: FileSegment[];
}

export async function readFileState(ctx: Ctx, file: File): Promise<FileState> {
  const signers = await readActiveSigners(ctx, file.id);
  const parts: PartState[] = [];
  for (const part of await readParts(ctx, file))
    parts.push({ file: part, base: baseOf(await readSegments(ctx, part.id)) });
  const fields = await readFieldsOf(
    ctx,
    parts.map((part) => part.file.id),
  );
  return { file, signers, fields, parts };
}

/** A fingerprint of everything a preparation depends on, for compare-and-set: equal fingerprints mean nothing relevant has changed. */
export function fingerprint({ file, signers, fields, parts }: FileState): string {
  const versions = parts.map(({ file: { id, revision }, base }) => [id, revision, base.map(({ sha256 }) => sha256)]);
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
    const signer = signers.find((candidate) => candidate.email === email.trim().toLowerCase());
    if (signer) return signer;
    const detail = `${member}[${index}].email names no signer of this document`;
    throw new DomainError("sign_request_not_in_file", {
      detail,
      violations: [{ pointer: `/${member}/${index}/email`, code: "sign_request_not_in_file", detail }],
    });
  });
  return [...new Set(found)];
}

/** The id in the names of this signer's PDF fields: that of the first person in this place since the document was prepared. */
export function preparedId({ id, preparedAs }: Pick<SignRequest, "id" | "preparedAs">): number {
  return preparedAs ?? id;
}
