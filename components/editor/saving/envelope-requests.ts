import {
  ApiProblem,
  asProblem,
  callTagged,
  type CallOptions,
  type Method,
  type TaggedAnswer,
} from "@/components/api/call";
import { fromStored, toBody, type EditorField, type StoredField } from "@/components/editor/state/editor-field";
import { fileAt, pageThrough, type PageFile } from "@/components/pages/page-source";
import type { FieldWire, NewField } from "@/lib/documents/fields/schema";
import type { Attempt, ChangeSet, SaveTransport } from "./save-state";

type FieldInFile = NewField & { file: string; elementId?: number };
type Files = readonly PageFile[];

/** A field with its page as counted by the editor: across all files. */
export function throughFiles(files: Files, field: FieldWire): FieldWire {
  return { ...field, coordinates: { ...field.coordinates, page: pageThrough(files, field) } };
}

/** A field with its page as counted by the API: within its file. */
function inFile(files: Files, field: EditorField): FieldInFile {
  const body = toBody(field);
  const file = fileAt(files, field.page)?.file;
  const page = field.page - (file?.firstPage ?? 1) + 1;
  return { ...body, coordinates: { ...body.coordinates, page }, file: file?.uuid ?? "" };
}

/** The server's fields at a tag. */
interface Known {
  tag: string | null;
  fields: Map<number, EditorField>;
}

/**
 * Reads and saves the fields of all files of an envelope. With a tag, the whole set is sent, in one transaction.
 * Without one, the changes are sent to each file, because a whole set would remove fields that another person has
 * added since. A field that moves to another file gets another ID there, which the editor does not need.
 */
export function envelopeRequests(uuid: string, files: Files, call = callServer): SaveTransport {
  const path = `/envelopes/${uuid}/fields`;
  const moved = new Map<number, number>();
  let known: Known = { tag: null, fields: new Map() };
  const idOf = (id: number) => moved.get(id) ?? id;
  const fileOf = (field: EditorField | undefined) => field && fileAt(files, field.page)?.file.uuid;

  function learn({ answer: { data }, tag }: TaggedAnswer<{ data: FieldWire[] }>): StoredField[] {
    const fields = data.map((field) => fromStored(throughFiles(files, field)));
    known = { tag, fields: new Map(fields.map(({ id, field }) => [id, field])) };
    return fields;
  }

  async function read() {
    const fields = learn(await call<{ data: FieldWire[] }>("GET", path));
    const editorIds = new Map([...moved].map(([editorId, id]) => [id, editorId]));
    return {
      fields: fields.map((stored) => ({ ...stored, id: editorIds.get(stored.id) ?? stored.id })),
      tag: known.tag,
    };
  }

  async function sendWhole({ changes, tag, idempotencyKey }: Attempt) {
    const { create, update, remove } = changes;
    const before = known.fields;
    const changed = new Set([...update, ...remove].map(({ id }) => idOf(id)));
    const staysInFile = (id: number, field: EditorField) => fileOf(before.get(idOf(id))) === fileOf(field);
    const fields = [
      ...create.map(({ field }) => inFile(files, field)),
      ...update.map(({ id, field }) => ({
        ...inFile(files, field),
        ...(staysInFile(id, field) ? { elementId: idOf(id) } : {}),
      })),
      ...[...before].flatMap(([id, field]) => (changed.has(id) ? [] : { ...inFile(files, field), elementId: id })),
    ];
    const answer = await call<{ data: FieldWire[] }>("PUT", path, options({ fields }, idempotencyKey, tag)).catch(
      (error: unknown) => {
        throw atChanges(asProblem(error), changes);
      },
    );
    const made = learn(answer).filter(({ id }) => !before.has(id));
    const nextIn = (field: EditorField): number | undefined => {
      const at = made.findIndex((stored) => fileOf(stored.field) === fileOf(field));
      return at < 0 ? undefined : made.splice(at, 1)[0]?.id;
    };
    const created = create.map(({ field }) => nextIn(field) ?? -1);
    for (const { id, field } of update) {
      const next = staysInFile(id, field) ? undefined : nextIn(field);
      if (next !== undefined) moved.set(id, next);
    }
    return { created, tag: known.tag };
  }

  async function sendToFiles({ changes: { create, update, remove }, idempotencyKey }: Attempt) {
    const created = new Map<string, number>();
    const fileOfId = (id: number, field?: EditorField) => fileOf(known.fields.get(idOf(id))) ?? fileOf(field);
    for (const { uuid: file } of files) {
      const arrive = update.filter(({ id, field }) => fileOf(field) === file && fileOfId(id, field) !== file);
      const leave = update.filter(({ id, field }) => fileOf(field) !== file && fileOfId(id, field) === file);
      const stay = update.filter(({ id, field }) => fileOf(field) === file && fileOfId(id, field) === file);
      const makes = [...create.filter(({ field }) => fileOf(field) === file), ...arrive];
      const removes = [...remove.filter(({ id }) => fileOfId(id) === file), ...leave];
      if (makes.length + removes.length + stay.length === 0) continue;
      const json = {
        create: makes.map(({ field }) => bodyIn(files, field)),
        update: stay.map(({ id, field }) => ({ ...bodyIn(files, field), elementId: idOf(id) })),
        remove: removes.map(({ id }) => idOf(id)),
      };
      const { answer } = await call<{ created: number[] }>(
        "PUT",
        `/file/${file}/elements`,
        options(json, `${idempotencyKey}-${file}`, null),
      );
      for (const [index, { key }] of makes.entries()) created.set(key, answer.created[index] ?? -1);
    }
    for (const { key, id } of update) {
      const next = created.get(key);
      if (next !== undefined) moved.set(id, next);
    }
    const { tag } = await read();
    return { created: create.map(({ key }) => created.get(key) ?? -1), tag };
  }

  return {
    read,
    send: (attempt) => (attempt.tag !== null && attempt.tag === known.tag ? sendWhole(attempt) : sendToFiles(attempt)),
  };
}

function bodyIn(files: Files, field: EditorField): NewField {
  const { file: _, ...body } = inFile(files, field);
  return body;
}

/** Points at the changes instead of the whole set, in which they come first. */
function atChanges(problem: ApiProblem, { create, update }: ChangeSet): ApiProblem {
  const violations = problem.violations.map((violation) => {
    const [, list, place, ...rest] = violation.pointer.split("/");
    const index = Number(place);
    if (list !== "fields" || index >= create.length + update.length) return violation;
    const at = index < create.length ? ["create", index] : ["update", index - create.length];
    return { ...violation, pointer: ["", ...at, ...rest].join("/") };
  });
  return new ApiProblem({ ...problem, violations });
}

/** Fetch keeps a request alive after its page only if the body is smaller than 64 KiB. */
export const keepaliveBytes = 60_000;

function options(json: unknown, idempotencyKey: string, tag: string | null): CallOptions {
  return {
    headers: { "idempotency-key": idempotencyKey, ...(tag === null ? {} : { "if-match": tag }) },
    json,
    keepalive: new Blob([JSON.stringify(json)]).size < keepaliveBytes,
  };
}

async function callServer<Answer>(method: Method, path: string, call: CallOptions = {}): Promise<TaggedAnswer<Answer>> {
  try {
    return await callTagged<Answer>(method, path, call);
  } catch (error) {
    throw asProblem(error);
  }
}
