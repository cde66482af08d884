import type { FileWire } from "@/lib/file-views/schema";

type SignerWithFields = Pick<FileWire["signers"][number], "signRequestId"> & { visibleElements: readonly unknown[] };

/** How many fields are placed for each signer, by `signRequestId`. */
export function fieldCounts(signers: readonly SignerWithFields[]): ReadonlyMap<number, number> {
  return new Map(signers.map(({ signRequestId, visibleElements }) => [signRequestId, visibleElements.length]));
}
