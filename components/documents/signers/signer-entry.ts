import type { SignerIdentifyMethodName } from "@/lib/context/sign-methods/method-names";
import { attachmentTypeNames } from "@/lib/documents/attachments/type-choices";
import type { Language } from "@/lib/platform/locale/languages";
import { emailPattern, longestEmail, normaliseEmail } from "@/lib/platform/plain-text";
import type { AttachmentRequestInput, AttachmentRequestWire, CopyTime } from "@/lib/requests/state/schema";
import type { SignerWire } from "@/lib/views/schema";

/** One row of the signers' form. */
export interface SignerEntry {
  /** Stays the same while the row is on screen. */
  key: string;
  /** The stored signer of this row; null before it is saved. */
  signRequestId: number | null;
  email: string;
  name: string;
  /** As typed; "" for none. */
  phone: string;
  /** The personal message to this signer; "" for none. */
  message: string;
  /** Null: the language of their account or browser. */
  language: Language | null;
  /** Null: the default sign method. */
  signMethod: SignerWire["signMethod"] | null;
  /** Null: the service's default way to identify signers. */
  identifyMethod: SignerIdentifyMethodName | null;
  role: SignerWire["role"];
  /** When a CC gets a copy. */
  copyAt: readonly CopyTime[];
  /** In a set order: whether the person is in the same step as the one above. */
  withPrevious: boolean;
  /** Files that a signer or approver is asked for. */
  attachmentRequests: readonly RequestEntry[];
}

export type EntryProblem = "required" | "invalid" | "too_long" | "duplicate" | "phone";

/** A rough check for an international number; the server checks in full. */
const phonePattern = /^\+[1-9][\d\s().-]{5,30}$/;

export function emptyEntry(): SignerEntry {
  return {
    key: crypto.randomUUID(),
    signRequestId: null,
    email: "",
    name: "",
    phone: "",
    message: "",
    language: null,
    signMethod: null,
    identifyMethod: null,
    role: "signer",
    copyAt: ["sent", "completed"],
    withPrevious: false,
    attachmentRequests: [],
  };
}

/**
 * A row without any signer. A stored signer's row is never blank, because only removing the row withdraws the signer.
 */
export function isBlank(entry: SignerEntry): boolean {
  return entry.signRequestId === null && isCleared(entry);
}

export function isCleared({ email, name }: Pick<SignerEntry, "email" | "name">): boolean {
  return email.trim() === "" && name.trim() === "";
}

export function addressOf({ email }: Pick<SignerEntry, "email">): string {
  return normaliseEmail(email);
}

/** Problems by row key. A blank row is ignored. */
export function entryProblems(entries: readonly SignerEntry[]): Map<string, EntryProblem> {
  const problems = new Map<string, EntryProblem>();
  const known = new Set<string>();
  for (const entry of entries) {
    if (isBlank(entry)) continue;
    const address = addressOf(entry);
    const problem =
      known.has(address) && address !== "" ? "duplicate" : (addressProblem(address) ?? phoneProblem(entry));
    if (problem) problems.set(entry.key, problem);
    known.add(address);
  }
  return problems;
}

function addressProblem(address: string): EntryProblem | null {
  if (address === "") return "required";
  if (address.length > longestEmail) return "too_long";
  return emailPattern.test(address) ? null : "invalid";
}

function phoneProblem({ phone }: SignerEntry): EntryProblem | null {
  return phone.trim() === "" || phonePattern.test(phone.trim()) ? null : "phone";
}

/** Whether people of this role can be asked for files. */
export function mayAttach({ role }: Pick<SignerEntry, "role">): boolean {
  return role === "signer" || role === "approver";
}

/** Whether this sign method sends codes to a phone number. */
export function needsPhone(method: SignerWire["signMethod"] | undefined): boolean {
  return method === "sms" || method === "signal";
}

/**
 * The step of each person in a set order, counted from 1. A CC has no separate step and gets that of the person above.
 */
export function stepsOf(entries: readonly Pick<SignerEntry, "withPrevious" | "role">[]): number[] {
  let step = 0;
  return entries.map(({ withPrevious, role }) => {
    if (role !== "cc" && (step === 0 || !withPrevious)) step += 1;
    return Math.max(step, 1);
  });
}

export interface NamedAddress {
  name: string;
  email: string;
}

const inBrackets = /^(.*?)<([^<>]*)>$/s;
const quotes = /^["'“”„‘’]+|["'“”„‘’]+$/g;

/**
 * Reads a pasted list such as `Ana Silva <ana@x.org>, bo@x.org`, or lines from a spreadsheet in which the cells
 * beside an address are the name. Commas inside quotes belong to the name. Text without an address is returned as an
 * address, so that nothing is lost silently.
 */
export function readAddresses(text: string): NamedAddress[] {
  const lines = text
    .split(/[\r\n]+/)
    .map(cellsOf)
    .filter((cells) => cells.length > 0);
  return (isTable(lines) ? lines.slice(1) : lines).flatMap(peopleIn);
}

/** Whether pasted text is more than one bare address, which would go into its field unchanged. */
export function isAddressList(text: string): boolean {
  const found = readAddresses(text);
  return found.length > 1 || found.some(({ name }) => name !== "");
}

function cellsOf(line: string): string[] {
  return (line.match(/(?:"[^"]*"|[^,;\t"])+/g) ?? []).map((cell) => cell.trim()).filter((cell) => cell !== "");
}

/** Whether the first line holds column names. */
function isTable([head, ...rest]: readonly string[][]): boolean {
  return (
    head !== undefined && head.length > 1 && !head.some(holdsAddress) && rest.some((cells) => cells.some(holdsAddress))
  );
}

function holdsAddress(cell: string): boolean {
  return cell.includes("@");
}

function peopleIn(cells: string[]): NamedAddress[] {
  if (!cells.some(holdsAddress)) return cells.map((cell) => ({ name: "", email: cell }));
  const people: NamedAddress[] = [];
  let waiting: string[] = [];
  for (const cell of cells) {
    if (!holdsAddress(cell)) {
      waiting.push(unquoted(cell));
      continue;
    }
    const { name, email } = readAddress(cell);
    // Some mail programs write a person as `Silva, Ana <ana@x.org>`.
    people.push({ name: [waiting.join(" "), name].filter((part) => part !== "").join(", "), email });
    waiting = [];
  }
  const [only] = people;
  return only && people.length === 1 && only.name === "" ? [{ ...only, name: waiting.join(" ") }] : people;
}

function readAddress(cell: string): NamedAddress {
  const [, name, email] = inBrackets.exec(cell) ?? [];
  if (name !== undefined && email !== undefined) return { name: unquoted(name), email: bare(email) };
  const words = cell.split(/\s+/);
  const address = words.filter(holdsAddress);
  if (address.length !== 1) return { name: "", email: bare(cell) };
  return { name: unquoted(words.filter((word) => !holdsAddress(word)).join(" ")), email: bare(address[0] ?? "") };
}

function unquoted(text: string): string {
  return text.trim().replace(quotes, "").trim();
}

function bare(address: string): string {
  return address.trim().replace(/^mailto:/i, "");
}

/** A requested file as kept by the forms. */
export type RequestEntry = Omit<AttachmentRequestWire, "id">;

const mebibyte = 1024 * 1024;
/** Sizes to choose from, up to the service's limit. */
const offeredSizes = [1, 2, 5, 10, 20, 50, 100].map((count) => count * mebibyte);
export const offeredCounts = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
/** The most that the API accepts for one person. */
export const mostRequests = 10;

export function sizesUpTo(maxBytes: number, chosen: number): number[] {
  const offered = offeredSizes.filter((size) => size <= maxBytes);
  return [...new Set([...(offered.length > 0 ? offered : [maxBytes]), chosen])].sort((a, b) => a - b);
}

export function emptyRequest(maxBytes: number): RequestEntry {
  return {
    label: "",
    help: null,
    required: true,
    types: [...attachmentTypeNames],
    maxBytes: Math.min(10 * mebibyte, maxBytes),
    maxCount: 1,
  };
}

export function requestEntries(requests: readonly AttachmentRequestWire[] | undefined): RequestEntry[] {
  return (requests ?? []).map(({ id: _id, ...request }) => request);
}

/** The input of an API call. */
export function toRequestInput(entries: readonly RequestEntry[]): AttachmentRequestInput[] {
  return entries.map((entry) => ({ ...entry, types: [...entry.types] }));
}

type RequestProblem = "labelMissing" | "labelTaken" | "typesMissing";

/** Problems of one request; `others` are the labels of the rest of the list. */
export function requestProblems({ label, types }: RequestEntry, others: readonly string[]): RequestProblem[] {
  const trimmed = label.trim();
  return [
    ...(trimmed === "" ? (["labelMissing"] as const) : others.includes(trimmed) ? (["labelTaken"] as const) : []),
    ...(types.length === 0 ? (["typesMissing"] as const) : []),
  ];
}
