import type { RequestChange } from "@/lib/requests/schema";
import type { FileWire } from "@/lib/views/schema";
import { addressOf, entryProblems, isBlank, type SignerEntry } from "./signer-entry";

/** A draft as its form shows it. */
export interface DraftValues {
  title: string;
  entries: SignerEntry[];
  /** They sign one after the other, as the rows stand; otherwise all at once. */
  inOrder: boolean;
  /** ISO 8601; null is the standard, which the release sets. */
  expiresAt: string | null;
}

/** What the service has: compared with the form, it says what is still to be saved. */
export interface StoredDraft {
  title: string;
  /** The signers as they were typed: an answer fills in the names of accounts for names that nobody gave. */
  signers: readonly SignerEntry[];
  inOrder: boolean;
  expiresAt: string | null;
}

export interface DraftChanges {
  patch: Omit<RequestChange, "uuid"> | null;
  /** Signers to withdraw one by one: a PATCH cannot leave a draft without any. */
  withdraw: number[];
  /** The signers of the patch; null when it says nothing of them. */
  sent: readonly SignerEntry[] | null;
}

type StoredSigner = Pick<
  FileWire["signers"][number],
  "signRequestId" | "email" | "displayName" | "phone" | "language" | "signMethod" | "signingOrder"
> &
  Partial<Pick<FileWire["signers"][number], "description">>;

export function storedDraft(
  file: Pick<FileWire, "name" | "expiresAt"> & { signers: readonly StoredSigner[] },
): StoredDraft {
  return {
    title: file.name,
    signers: entriesOf(file.signers),
    inOrder: isInOrder(file.signers),
    expiresAt: file.expiresAt,
  };
}

/** The rows of stored signers. A name that is only the address again was never given. */
export function entriesOf(signers: readonly StoredSigner[]): SignerEntry[] {
  return signers.map(({ signRequestId, email = "", displayName, phone, description, language, signMethod }) => ({
    key: String(signRequestId),
    signRequestId,
    email,
    name: displayName === email ? "" : displayName,
    phone: phone ?? "",
    message: description ?? "",
    language: language ?? null,
    signMethod,
  }));
}

/** Whether these signers wait for each other. */
export function isInOrder(signers: readonly Pick<StoredSigner, "signingOrder">[]): boolean {
  return new Set(signers.map(({ signingOrder }) => signingOrder)).size > 1;
}

/** What is stored once the service has answered to `changes`. */
export function storedAfter(
  before: StoredDraft,
  { sent }: DraftChanges,
  file: Parameters<typeof storedDraft>[0],
): StoredDraft {
  return { ...storedDraft(file), signers: withStoredIds(sent ?? before.signers, file.signers, sent) };
}

/**
 * The rows with the ids of the signers that the service answered. A row that was sent is known by the address it had then: it may have been
 * typed into since. An id that is not answered any more names nobody.
 */
export function withStoredIds(
  entries: readonly SignerEntry[],
  signers: readonly StoredSigner[],
  sent: DraftChanges["sent"],
): SignerEntry[] {
  const known = new Set(signers.map((signer) => signer.signRequestId));
  return entries.map((entry) => {
    const asSent = sent?.find(({ key }) => key === entry.key);
    const stored = asSent && signers.find(({ email }) => email === addressOf(asSent));
    if (stored) return { ...entry, signRequestId: stored.signRequestId };
    return entry.signRequestId === null || known.has(entry.signRequestId) ? entry : { ...entry, signRequestId: null };
  });
}

/** What is to be saved of the parts that are valid; null when everything valid is stored. */
export function changesOf(values: DraftValues, stored: StoredDraft): DraftChanges | null {
  const title = values.title.trim();
  const signers = savableSigners(values.entries, stored.signers);
  const isOrderChanged = signers !== null && signers.length > 1 && values.inOrder !== stored.inOrder;
  const isSignersChanged = signers !== null && (isOrderChanged || signersKey(signers) !== signersKey(stored.signers));
  const sent = isSignersChanged && signers.length > 0 ? signers : null;
  const patch = {
    ...(title !== "" && title !== stored.title ? { name: title } : {}),
    ...(sent ? { users: sent.map((entry, index) => toUser(entry, values.inOrder ? index + 1 : 1)) } : {}),
    ...(values.expiresAt !== null && values.expiresAt !== stored.expiresAt ? { expiresAt: values.expiresAt } : {}),
  };
  const withdraw = isSignersChanged && !sent ? stored.signers.flatMap(({ signRequestId }) => signRequestId ?? []) : [];
  const isPatch = Object.keys(patch).length > 0;
  return isPatch || withdraw.length > 0 ? { patch: isPatch ? patch : null, withdraw, sent } : null;
}

/**
 * The signers that can be saved now. A row with a problem stands as it is stored, so that typing never withdraws anybody; a new one waits.
 * Null: none can be saved, because all wait or because what is stored and what was typed name the same address.
 */
function savableSigners(entries: readonly SignerEntry[], stored: readonly SignerEntry[]): SignerEntry[] | null {
  const problems = entryProblems(entries);
  const savable = entries
    .filter((entry) => !isBlank(entry))
    .flatMap((entry) => {
      if (!problems.has(entry.key)) return entry;
      const kept =
        entry.signRequestId === null
          ? undefined
          : stored.find(({ signRequestId }) => signRequestId === entry.signRequestId);
      return kept ? { ...kept, key: entry.key } : [];
    });
  const isClash = new Set(savable.map(addressOf)).size < savable.length;
  return isClash || (savable.length === 0 && problems.size > 0) ? null : savable;
}

function toUser(
  { signRequestId, name, phone, message, language, signMethod, ...entry }: SignerEntry,
  signingOrder: number,
) {
  return {
    ...(signRequestId === null ? {} : { signRequestId }),
    email: addressOf(entry),
    displayName: name.trim() || null,
    phone: phone.trim() || null,
    description: message.trim() || null,
    language,
    ...(signMethod === null ? {} : { signMethod }),
    signingOrder,
  };
}

function signersKey(entries: readonly SignerEntry[]): string {
  return JSON.stringify(
    entries.map(({ signMethod, name, phone, message, language, ...entry }) => [
      addressOf(entry),
      name.trim(),
      phone.trim(),
      message.trim(),
      language,
      signMethod,
    ]),
  );
}
