import { madeId, type Made } from "@/lib/idempotency/made";
import type { Erased } from "./erase-person";
import type { ErasureAnswer } from "./schema";

export function toErasedWire(erased: Erased): ErasureAnswer {
  const kept =
    erased.signedDocuments === 0
      ? ""
      : " Signed documents and their evidence are kept as they are: they are the others' proof, and what the person signed in them stays readable.";
  return { message: `The person is erased.${kept}`, ...erased };
}

/** What `markDone` noted of it. */
export function readErased(made: Made): Erased {
  return {
    account: made.account === true,
    signRequests: madeId(made, "signRequests"),
    documents: madeId(made, "documents"),
    signedDocuments: madeId(made, "signedDocuments"),
  };
}
