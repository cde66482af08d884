import { z } from "zod";
import { eventHash, genesis, saltedHash } from "@/lib/records/audit/chain";
import {
  chainDocument,
  chainEvent,
  personalValue,
  type ChainDocument,
  type ChainEvent,
  type PersonalValue,
} from "../schema";

/** The only hash version so far. */
const knownVersion = 1;
const salted = /^sha256:[0-9a-f]{64}$/;

/** 128 bits, the only format. If a salt could contain a line break, a value could be split in two and its first line taken for the salt. */
const plainSalt = /^[0-9a-f]{32}$/;

const { file: fileFacts, head: lastEvent } = chainDocument.shape;
/** A member not covered by the hash must not go unnoticed. */
const strictChain = z.strictObject({
  ...chainDocument.shape,
  file: z.strictObject(fileFacts.shape),
  head: z.strictObject(lastEvent.shape),
  sealed: z.strictObject(lastEvent.shape).nullable(),
  data: z.array(z.strictObject(chainEvent.shape)),
  personal: z.array(z.strictObject(personalValue.shape)),
});

export interface CheckedChain {
  chain: ChainDocument | null;
  /** The defects, as sentences. The first defective event is named. */
  problems: string[];
  /** Personal values that are hidden or erased. */
  hiddenValues: number;
}

/** Recomputes a chain from its own content alone (docs/EVIDENCE-FORMAT.md). Never throws for any input. */
export function checkChain(given: unknown): CheckedChain {
  const parsed = strictChain.safeParse(given);
  const passedOver = pathToPrototype(given, []);
  if (!parsed.success || passedOver)
    return {
      chain: null,
      problems: [unreadable(given, passedOver ?? parsed.error?.issues[0]?.path ?? [])],
      hiddenValues: 0,
    };
  const chain = parsed.data;
  const bySeq = eventsBySeq(chain.data);
  const problems = [
    ...breaksOf(chain.file, chain.data),
    ...checkHead(chain),
    ...checkFacts(chain, bySeq),
    ...checkPersonal(chain, bySeq),
  ];
  const shown = chain.personal.filter(({ seq }) => bySeq.has(seq)).length;
  return { chain, problems, hiddenValues: countSalted(chain.data) - shown };
}

/** The name of an event in a finding. */
export function nameOf({ seq, type, at }: Pick<ChainEvent, "seq" | "type" | "at">): string {
  return `event ${seq} (${type}, ${at})`;
}

const prototypeName = "__proto__";

/** The path of a member `__proto__`, which zod skips in records and strict objects, or null if there is none. */
function pathToPrototype(value: unknown, path: readonly string[]): readonly PropertyKey[] | null {
  if (typeof value !== "object" || value === null) return null;
  if (Object.hasOwn(value, prototypeName)) return [...path.map(toIndex), prototypeName];
  for (const [name, member] of Object.entries(value)) {
    const found = pathToPrototype(member, [...path, name]);
    if (found) return found;
  }
  return null;
}

function toIndex(name: string): PropertyKey {
  return /^\d+$/.test(name) ? Number(name) : name;
}

function unreadable(given: unknown, path: readonly PropertyKey[]): string {
  const [first, index] = path;
  if (first === "data" && typeof index === "number")
    return `event ${index} was altered: ${path[2] === undefined ? "unexpected format" : `"${String(path[2])}" is missing or invalid`}`;
  const format = typeof given === "object" && given !== null && "format" in given ? String(given.format) : "none";
  return `invalid or unsupported audit trail (format ${format.slice(0, 40)}; ${path.map(String).join(".").slice(0, 80) || "top level"})`;
}

/** The links at one position of the list. `prev` is null if the previous event is unknown. */
interface Link {
  expected: number;
  prev: string | null;
  before: ChainEvent | null;
}

/** Every event that was altered or moved, in order. Events after a gap are judged by their own numbers. */
function breaksOf(file: ChainDocument["file"], events: readonly ChainEvent[]): string[] {
  if (events.length === 0) return ["the audit trail is empty"];
  const present = new Set(events.map(({ seq }) => seq));
  const problems: string[] = [];
  let link: Link = { expected: 0, prev: genesis(file.uuid, file.originalSha256), before: null };
  for (const [index, event] of events.entries()) {
    const altered = checkSelf(event);
    const lost = altered ? null : lostPlace(event, link, file.uuid, present);
    if (lost) return [...problems, lost, ...events.slice(index + 1).flatMap((later) => checkSelf(later) ?? [])];
    problems.push(...(altered ? [altered] : checkPlace(event, link)));
    link = altered ? { expected: link.expected + 1, prev: null, before: event } : following(event, link);
  }
  return problems;
}

function following(event: ChainEvent, link: Link): Link {
  return event.seq < link.expected ? link : { expected: event.seq + 1, prev: event.hash, before: event };
}

/** After this, nothing can be said about the order of later events. */
function lostPlace(event: ChainEvent, { expected }: Link, uuid: string, present: ReadonlySet<number>): string | null {
  if (event.file !== uuid) return `${nameOf(event)} belongs to another document, ${event.file}`;
  return event.seq > expected && present.has(expected)
    ? `${nameOf(event)} is out of order, expected event ${expected}: events were swapped`
    : null;
}

function checkPlace(event: ChainEvent, { expected, prev, before }: Link): string[] {
  if (event.seq < expected) return [`${nameOf(event)} is a duplicate: one of the two was inserted`];
  if (event.seq === expected + 1) return [`event ${expected} is missing: it was deleted`];
  if (event.seq > expected) return [`events ${expected} to ${event.seq - 1} are missing: they were deleted`];
  if (prev === null || event.prev === prev) return [];
  if (!before) return [`${nameOf(event)} starts the audit trail of another document or another upload`];
  return [`${nameOf(before)} was replaced and its hash recomputed: "prev" of event ${event.seq} does not match`];
}

function checkSelf({ hash, ...content }: ChainEvent): string | null {
  if (content.v !== knownVersion) return `${nameOf(content)} was altered or has an unsupported version, ${content.v}`;
  try {
    return eventHash(content) === hash ? null : `${nameOf(content)} was altered`;
  } catch (error) {
    // Canonical JSON does not support unsafe integers and some other values, which never occur in an event.
    if (error instanceof TypeError) return `${nameOf(content)} was altered`;
    throw error;
  }
}

function checkHead({ head, data }: ChainDocument): string[] {
  const last = data.at(-1);
  return last && (head.seq !== last.seq || head.hash !== last.hash)
    ? [`the head of the audit trail, event ${head.seq}, does not match its last event, ${nameOf(last)}`]
    : [];
}

/** Compares the file's description with the first event. */
function checkFacts({ file, personal }: ChainDocument, bySeq: EventsBySeq): string[] {
  const created = bySeq.get(0)?.doc ?? {};
  const named = personal.findLast(
    ({ path, seq }) => path === "data.name" && ["file.created", "file.changed"].includes(bySeq.get(seq)?.type ?? ""),
  );
  const facts: [string, unknown, unknown][] = [
    ["number of pages", file.pages, created.pages],
    ["SHA-256 of the upload", file.originalSha256, created.originalSha256],
    ["size of the upload", file.originalSize, created.originalSize],
    ["document name", file.name, named?.value],
  ];
  return facts
    .filter(([, said, recorded]) => recorded !== undefined && said !== recorded)
    .map(([what]) => `the ${what} does not match the events`);
}

/** By number, not by position: if an event was deleted, the personal values of the others can still be matched. */
type EventsBySeq = ReadonlyMap<number, ChainEvent>;

function eventsBySeq(events: readonly ChainEvent[]): EventsBySeq {
  return new Map(events.toReversed().map((event) => [event.seq, event]));
}

function checkPersonal({ personal, data }: ChainDocument, bySeq: EventsBySeq): string[] {
  const last = data.reduce((most, { seq }) => Math.max(most, seq), 0);
  const seen = new Set<string>();
  return personal.flatMap((value) => {
    const place = `${value.seq} ${value.path}`;
    const isRepeated = seen.has(place);
    seen.add(place);
    if (isRepeated) return [`duplicate personal value ${value.path} of event ${value.seq}`];
    const event = bySeq.get(value.seq);
    // The gap is already reported. Its values are not a further problem.
    if (!event && value.seq >= 0 && value.seq < last) return [];
    return holds(value, event)
      ? []
      : [`the personal value ${value.path} of event ${value.seq} does not match its recorded hash`];
  });
}

function holds({ path, salt, value }: PersonalValue, event: ChainEvent | undefined): boolean {
  const found = path
    .split(".")
    .reduce<unknown>(
      (at, name) =>
        typeof at === "object" && at !== null && Object.hasOwn(at, name)
          ? (at as Record<string, unknown>)[name]
          : undefined,
      event,
    );
  return plainSalt.test(salt) && found === saltedHash(salt, value);
}

function countSalted(value: unknown): number {
  if (typeof value === "string") return salted.test(value) ? 1 : 0;
  return typeof value === "object" && value !== null
    ? Object.values(value).reduce<number>((sum, member) => sum + countSalted(member), 0)
    : 0;
}
