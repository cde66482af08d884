import type { ReminderPlan } from "@/lib/context/settings/schema";
import { signerIdentifyMethodNames } from "@/lib/context/sign-methods/method-names";
import {
  hasValidAppearance,
  withoutBlankAppearanceLines,
  type SignatureOptionsChange,
} from "@/lib/platform/signature-appearance";
import type { RequestChange } from "@/lib/requests/state/schema";
import type { FileWire } from "@/lib/views/schema";
import {
  addressOf,
  entryProblems,
  isBlank,
  mayAttach,
  requestEntries,
  stepsOf,
  toRequestInput,
  type SignerEntry,
} from "./signer-entry";

/** A draft as shown in its form. */
export interface DraftValues {
  title: string;
  entries: SignerEntry[];
  /** Signers sign one after the other in row order; otherwise all at once. */
  inOrder: boolean;
  /** ISO 8601; null for the default, which the release sets. */
  expiresAt: string | null;
  reminders: ReminderPlan;
  /** Signers may delegate to somebody else. */
  allowDelegation: boolean;
  signatureOptions: SignatureOptionsChange | null;
}

/** The stored state, which the form is compared with. */
export interface StoredDraft {
  title: string;
  /** Signers as typed, because the response fills in account names if no name was given. */
  signers: readonly SignerEntry[];
  inOrder: boolean;
  expiresAt: string | null;
  reminders: ReminderPlan;
  allowDelegation: boolean;
  signatureOptions: SignatureOptionsChange | null;
}

export interface DraftChanges {
  patch: Omit<RequestChange, "uuid"> | null;
  /** Signers to withdraw one by one, because a PATCH cannot leave a draft without any. */
  withdraw: number[];
  /** The signers in the patch; null if it has no such member. */
  sent: readonly SignerEntry[] | null;
}

type StoredSigner = Pick<
  FileWire["signers"][number],
  "signRequestId" | "email" | "displayName" | "phone" | "language" | "signMethod" | "signingOrder"
> &
  Partial<
    Pick<FileWire["signers"][number], "description" | "identifyMethods" | "role" | "copyAt" | "attachmentRequests">
  >;

export function storedDraft(
  file: Pick<FileWire, "name" | "expiresAt" | "allowDelegation" | "signatureOptions"> & {
    signers: readonly StoredSigner[];
  },
  reminders: ReminderPlan,
): StoredDraft {
  return {
    title: file.name,
    signers: entriesOf(file.signers),
    inOrder: isInOrder(file.signers),
    expiresAt: file.expiresAt,
    reminders,
    allowDelegation: file.allowDelegation ?? false,
    signatureOptions: file.signatureOptions ?? null,
  };
}

/** Rows for stored signers. A name equal to the address was never given. */
export function entriesOf(signers: readonly StoredSigner[]): SignerEntry[] {
  const inOrder = isInOrder(signers);
  return signers.map(
    (
      { signRequestId, email = "", displayName, phone, description, language, signMethod, identifyMethods, ...signer },
      index,
    ) => ({
      key: String(signRequestId),
      signRequestId,
      email,
      name: displayName === email ? "" : displayName,
      phone: phone ?? "",
      message: description ?? "",
      language: language ?? null,
      signMethod,
      identifyMethod: signerIdentifyMethodNames.find((name) => name === identifyMethods?.[0]?.method) ?? null,
      role: signer.role ?? "signer",
      copyAt: signer.copyAt ?? ["sent", "completed"],
      withPrevious: inOrder && signers[index - 1]?.signingOrder === signer.signingOrder,
      attachmentRequests: requestEntries(signer.attachmentRequests),
    }),
  );
}

/** Whether these signers sign in order. */
export function isInOrder(signers: readonly Pick<StoredSigner, "signingOrder">[]): boolean {
  return new Set(signers.map(({ signingOrder }) => signingOrder)).size > 1;
}

/** The stored state after the server has answered to `changes`. */
export function storedAfter(
  before: StoredDraft,
  { patch, sent }: DraftChanges,
  file: Parameters<typeof storedDraft>[0],
): StoredDraft {
  const reminders = { ...before.reminders, ...(patch?.reminders as ReminderPlan | undefined) };
  return { ...storedDraft(file, reminders), signers: withStoredIds(sent ?? before.signers, file.signers, sent) };
}

/**
 * Adds the IDs of the answered signers to the rows. A sent row is matched by the address that it had when sent, since
 * it may have been edited. IDs missing in the answer are cleared.
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

/** Changes to save among the valid parts; null if they are all stored. */
export function changesOf(values: DraftValues, stored: StoredDraft): DraftChanges | null {
  const title = values.title.trim();
  const signers = savableSigners(values.entries, stored.signers);
  const isOrderChanged = signers !== null && signers.length > 1 && values.inOrder !== stored.inOrder;
  const isSignersChanged = signers !== null && (isOrderChanged || signersKey(signers) !== signersKey(stored.signers));
  const options = withoutBlankAppearanceLines(values.signatureOptions);
  const sent = isSignersChanged && signers.length > 0 ? signers : null;
  const patch = {
    ...(title !== "" && title !== stored.title ? { name: title } : {}),
    ...(sent ? { users: usersOf(sent, values.inOrder) } : {}),
    ...(values.expiresAt !== null && values.expiresAt !== stored.expiresAt ? { expiresAt: values.expiresAt } : {}),
    ...(values.allowDelegation === stored.allowDelegation ? {} : { allowDelegation: values.allowDelegation }),
    // An unfinished variable waits while it is typed.
    ...(hasValidAppearance(options) && !isSameJson(options, stored.signatureOptions)
      ? { signatureOptions: options }
      : {}),
    ...(isSamePlan(values.reminders, stored.reminders) ? {} : { reminders: values.reminders }),
  };
  const withdraw = isSignersChanged && !sent ? stored.signers.flatMap(({ signRequestId }) => signRequestId ?? []) : [];
  const isPatch = Object.keys(patch).length > 0;
  return isPatch || withdraw.length > 0 ? { patch: isPatch ? patch : null, withdraw, sent } : null;
}

/** The database returns the members of JSON in a different order. */
function isSameJson(left: object | null, right: object | null): boolean {
  return sortedJson(left) === sortedJson(right);
}

function sortedJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) =>
    typeof part === "object" && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort(([one], [other]) => one.localeCompare(other)))
      : part,
  );
}

function isSamePlan(left: ReminderPlan, right: ReminderPlan): boolean {
  return (Object.keys(left) as (keyof ReminderPlan)[]).every((name) => left[name] === right[name]);
}

/**
 * The signers to save now. An invalid row is sent as stored, so that typing never withdraws anybody; a new invalid row
 * waits. Null if none can be saved, because all wait or because a stored and a typed row have the same address.
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

function usersOf(entries: readonly SignerEntry[], inOrder: boolean): ReturnType<typeof toUser>[] {
  const steps = stepsOf(entries);
  return entries.map((entry, index) => toUser(entry, inOrder ? (steps[index] ?? 1) : 1));
}

function toUser(
  { signRequestId, name, phone, message, language, signMethod, identifyMethod, role, copyAt, ...entry }: SignerEntry,
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
    // A signing password requires an account, so an earlier choice no longer applies.
    ...(identifyMethod === null || signMethod === "password" ? {} : { identifyMethod }),
    role,
    ...(role === "cc" ? { copyAt: [...copyAt] } : {}),
    ...(mayAttach({ role }) ? { attachmentRequests: toRequestInput(entry.attachmentRequests) } : {}),
    signingOrder,
  };
}

function signersKey(entries: readonly SignerEntry[]): string {
  return JSON.stringify(
    entries.map(
      ({ signMethod, identifyMethod, name, phone, message, language, role, copyAt, withPrevious, ...entry }, index) => [
        addressOf(entry),
        name.trim(),
        phone.trim(),
        message.trim(),
        language,
        signMethod,
        identifyMethod,
        role,
        role === "cc" ? copyAt : null,
        index > 0 && withPrevious,
        mayAttach({ role }) ? entry.attachmentRequests : null,
      ],
    ),
  );
}
