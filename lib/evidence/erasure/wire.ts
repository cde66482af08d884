import { madeId, type Made } from "@/lib/platform/idempotency/keys";
import type { Erased } from "./erase-person";
import type { ErasureAnswer } from "./schema";

export function toErasedWire(erased: Erased): ErasureAnswer {
  const retained =
    erased.signedDocuments === 0
      ? ""
      : " Signed documents and their evidence are kept as they are: they are the others' proof, and what the person signed in them stays readable.";
  return { message: `The person is erased.${retained}`, ...erased };
}

/** The result, from what `markDone` noted. */
export function readErased(made: Made): Erased {
  return {
    account: made.account === true,
    signRequests: madeId(made, "signRequests"),
    documents: madeId(made, "documents"),
    signedDocuments: madeId(made, "signedDocuments"),
  };
}
