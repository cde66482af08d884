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
import { problem, type EventName, type Problem, type ProblemParams } from "./findings";

/** The only hash version so far. */
const knownVersion = 1;
const salted = /^sha256:[0-9a-f]{64}$/;

/**
 * 128 bits, the only format. If a salt could contain a line break, a value could be split in two and its first line
 * taken for the salt.
 */
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
  /** The defects. The first defective event is named. */
  problems: Problem[];
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
export function nameOf({ seq, type, at }: EventName): EventName {
  return { seq, type, at };
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

function unreadable(given: unknown, path: readonly PropertyKey[]): Problem {
  const [first, index] = path;
  if (first === "data" && typeof index === "number")
    return problem("event_malformed", { place: index, member: path[2] === undefined ? null : String(path[2]) });
  const format = typeof given === "object" && given !== null && "format" in given ? String(given.format) : null;
  return problem("chain_unreadable", {
    format: format?.slice(0, 40) ?? null,
    path: path.map(String).join(".").slice(0, 80),
  });
}

/** The links at one position of the list. `prev` is null if the previous event is unknown. */
interface Link {
  expected: number;
  prev: string | null;
  before: ChainEvent | null;
}

/** Every event that was altered or moved, in order. Events after a gap are judged by their own numbers. */
function breaksOf(file: ChainDocument["file"], events: readonly ChainEvent[]): Problem[] {
  if (events.length === 0) return [problem("chain_empty")];
  const present = new Set(events.map(({ seq }) => seq));
  const problems: Problem[] = [];
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

/** After this, nothing is known about the order of later events. */
function lostPlace(event: ChainEvent, { expected }: Link, uuid: string, present: ReadonlySet<number>): Problem | null {
  if (event.file !== uuid) return problem("event_of_another_document", { event: nameOf(event), file: event.file });
  return event.seq > expected && present.has(expected)
    ? problem("event_out_of_order", { event: nameOf(event), expected })
    : null;
}

function checkPlace(event: ChainEvent, { expected, prev, before }: Link): Problem[] {
  if (event.seq < expected) return [problem("event_repeated", { event: nameOf(event) })];
  if (event.seq > expected) return [problem("events_missing", { from: expected, to: event.seq - 1 })];
  if (prev === null || event.prev === prev) return [];
  if (!before) return [problem("event_starts_another_chain", { event: nameOf(event) })];
  return [problem("event_replaced", { event: nameOf(before), next: event.seq })];
}

function checkSelf({ hash, ...content }: ChainEvent): Problem | null {
  const event = nameOf(content);
  if (content.v !== knownVersion) return problem("event_version_unsupported", { event, version: content.v });
  try {
    return eventHash(content) === hash ? null : problem("event_altered", { event });
  } catch (error) {
    // Canonical JSON does not support unsafe integers and some other values, which never occur in an event.
    if (error instanceof TypeError) return problem("event_altered", { event });
    throw error;
  }
}

function checkHead({ head, data }: ChainDocument): Problem[] {
  const last = data.at(-1);
  return last && (head.seq !== last.seq || head.hash !== last.hash)
    ? [problem("head_mismatch", { head: head.seq, last: nameOf(last) })]
    : [];
}

/** Compares the file's description with the first event. */
function checkFacts({ file, personal }: ChainDocument, bySeq: EventsBySeq): Problem[] {
  const created = bySeq.get(0)?.doc ?? {};
  const named = personal.findLast(
    ({ path, seq }) => path === "data.name" && ["file.created", "file.changed"].includes(bySeq.get(seq)?.type ?? ""),
  );
  const facts: [ProblemParams["fact_mismatch"]["fact"], unknown, unknown][] = [
    ["pages", file.pages, created.pages],
    ["originalSha256", file.originalSha256, created.originalSha256],
    ["originalSize", file.originalSize, created.originalSize],
    ["name", file.name, named?.value],
  ];
  return facts
    .filter(([, said, recorded]) => recorded !== undefined && said !== recorded)
    .map(([fact]) => problem("fact_mismatch", { fact }));
}

/** By number, not by position: if an event was deleted, the personal values of the others can still be matched. */
type EventsBySeq = ReadonlyMap<number, ChainEvent>;

function eventsBySeq(events: readonly ChainEvent[]): EventsBySeq {
  return new Map(events.toReversed().map((event) => [event.seq, event]));
}

function checkPersonal({ personal, data }: ChainDocument, bySeq: EventsBySeq): Problem[] {
  const last = data.reduce((most, { seq }) => Math.max(most, seq), 0);
  const seen = new Set<string>();
  return personal.flatMap((value) => {
    const { seq, path } = value;
    const place = `${seq} ${path}`;
    const isRepeated = seen.has(place);
    seen.add(place);
    if (isRepeated) return [problem("personal_value_repeated", { seq, path })];
    const event = bySeq.get(seq);
    // The gap is already reported. Its values are not a further problem.
    if (!event && seq >= 0 && seq < last) return [];
    return holds(value, event) ? [] : [problem("personal_value_mismatch", { seq, path })];
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
