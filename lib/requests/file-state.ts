import { and, asc, eq, isNull } from "drizzle-orm";
import { signRequests, type Element, type File, type FileSegment, type SignRequest } from "@/db/schema/files";
import { readElements } from "@/lib/documents/fields/version";
import { baseOf, readSegments } from "@/lib/documents/segments";
import type { Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import type { SignerAddress } from "./schema";

/** A file with everything a preparation depends on. */
export interface FileState {
  file: File;
  signers: SignRequest[];
  elements: Element[];
  base: FileSegment[];
}

export async function readFileState(ctx: Ctx, file: File): Promise<FileState> {
  const [signers, elements, segments] = [
    await readActiveSigners(ctx, file.id),
    await readElements(ctx, file.id),
    await readSegments(ctx, file.id),
  ];
  return { file, signers, elements, base: baseOf(segments) };
}

/** A fingerprint of everything a preparation depends on, for compare-and-set: equal fingerprints mean nothing relevant has changed. */
export function fingerprint({ file, signers, elements }: FileState): string {
  return JSON.stringify([file.status, file.revision, file.preparation, signers, elements], (name, value: unknown) =>
    name === "linkSealed" ? undefined : value,
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
