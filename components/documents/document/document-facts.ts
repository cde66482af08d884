import { acts, hasActed } from "@/components/documents/document-states";
import { statusOf } from "@/lib/records/events/status";
import type { FileWire, Progress, SignerWire } from "@/lib/views/schema";

/** A document with its progress, for its page. */
export interface DocumentFacts {
  file: FileWire;
  progress: Progress;
  isRequester: boolean;
}

export interface SignerFacts {
  /** Counted from 1. */
  number: number;
  signer: SignerWire;
  progress: Progress["signers"][number] | null;
}

/** Whether signers may still sign or decline. */
export function isRunning({ file }: Pick<DocumentFacts, "file">): boolean {
  return statusOf(file.status) === "able_to_sign" || statusOf(file.status) === "partially_signed";
}

/** Whether the document may change without the viewer: signers sign or decline, or the service seals it. */
export function mayChange(facts: Pick<DocumentFacts, "file">): boolean {
  return isRunning(facts) || statusOf(facts.file.status) === "signing_in_progress";
}

export function signerFacts({ file, progress }: Pick<DocumentFacts, "file" | "progress">): SignerFacts[] {
  return file.signers.map((signer, index) => ({
    number: index + 1,
    signer,
    progress: progress.signers.find(({ signRequestId }) => signRequestId === signer.signRequestId) ?? null,
  }));
}

/** How many of the signers and approvers are done, and the message of that count: approvers do not sign. */
export function actedCount({ file }: Pick<DocumentFacts, "file">): {
  done: number;
  total: number;
  text: "signedOf" | "doneOf";
} {
  const acting = file.signers.filter(acts);
  const isSigning = acting.every(({ role }) => role === "signer");
  return { done: acting.filter(hasActed).length, total: acting.length, text: isSigning ? "signedOf" : "doneOf" };
}

/** The state of a document after one of its signers is withdrawn (docs/spec/api.md#states). */
export function afterWithdrawal(
  { file }: Pick<DocumentFacts, "file">,
  signRequestId: number,
): "draft" | "finished" | "goes_on" {
  const others = file.signers.filter((signer) => signer.signRequestId !== signRequestId);
  if (others.length === 0) return "draft";
  return others.filter(acts).every(hasActed) ? "finished" : "goes_on";
}
