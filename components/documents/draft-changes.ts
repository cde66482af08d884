import type { FileWire } from "@/lib/file-views/schema";
import type { RequestChange } from "@/lib/sign-requests/schema";
import { addressOf, entryProblems, isBlank, type SignerEntry } from "./signer-entry";

/** A draft as its form shows it. */
export interface DraftValues {
  title: string;
  entries: SignerEntry[];
  /** ISO 8601; null is the standard, which the release sets. */
  expiresAt: string | null;
}

/** What the service has: compared with the form, it says what is still to be saved. */
export interface StoredDraft {
  title: string;
  /** `signersKey` of the stored signers. */
  signers: string;
  signRequestIds: number[];
  expiresAt: string | null;
}

export interface DraftChanges {
  patch: Omit<RequestChange, "uuid"> | null;
  /** Signers to withdraw one by one: a PATCH cannot leave a draft without any. */
  withdraw: number[];
  /** What is stored afterwards. The answer cannot tell: it fills in the names of accounts for names that nobody gave. */
  after: Pick<StoredDraft, "signers">;
}

type StoredSigner = Pick<FileWire["signers"][number], "signRequestId" | "email" | "displayName" | "signMethod">;

export function storedDraft(file: Pick<FileWire, "name" | "expiresAt"> & { signers: readonly StoredSigner[] }): StoredDraft {
  return {
    title: file.name,
    signers: signersKey(entriesOf(file.signers)),
    signRequestIds: file.signers.map((signer) => signer.signRequestId),
    expiresAt: file.expiresAt,
  };
}

/** The rows of stored signers. A name that is only the address again was never given. */
export function entriesOf(signers: readonly StoredSigner[]): SignerEntry[] {
  return signers.map(({ signRequestId, email = "", displayName, signMethod }) => ({
    key: String(signRequestId), signRequestId, email, name: displayName === email ? "" : displayName, signMethod,
  }));
}

/** The rows with the ids that the service gave their addresses. */
export function withStoredIds(entries: readonly SignerEntry[], signers: readonly StoredSigner[]): SignerEntry[] {
  return entries.map((entry) => {
    const stored = signers.find((signer) => signer.email === addressOf(entry));
    return stored ? { ...entry, signRequestId: stored.signRequestId } : entry;
  });
}

/** What is to be saved of the parts that are valid; null when everything valid is stored. */
export function changesOf(values: DraftValues, stored: StoredDraft): DraftChanges | null {
  const title = values.title.trim();
  const named = values.entries.filter((entry) => !isBlank(entry));
  const isSignersChanged = entryProblems(values.entries).size === 0 && signersKey(named) !== stored.signers;
  const patch = {
    ...(title !== "" && title !== stored.title ? { name: title } : {}),
    ...(isSignersChanged && named.length > 0 ? { users: named.map(toUser) } : {}),
    ...(values.expiresAt !== null && values.expiresAt !== stored.expiresAt ? { expiresAt: values.expiresAt } : {}),
  };
  const withdraw = isSignersChanged && named.length === 0 ? stored.signRequestIds : [];
  const isPatch = Object.keys(patch).length > 0;
  const after = { signers: isSignersChanged ? signersKey(named) : stored.signers };
  return isPatch || withdraw.length > 0 ? { patch: isPatch ? patch : null, withdraw, after } : null;
}

function toUser({ signRequestId, name, signMethod, ...entry }: SignerEntry) {
  return {
    ...(signRequestId === null ? {} : { signRequestId }),
    email: addressOf(entry),
    displayName: name.trim() || null,
    ...(signMethod === null ? {} : { signMethod }),
  };
}

function signersKey(entries: readonly SignerEntry[]): string {
  return JSON.stringify(entries.map(({ signMethod, name, ...entry }) => [addressOf(entry), name.trim(), signMethod]));
}
