import { describe, expect, test, vi } from "vitest";
import { ApiProblem, type CallOptions } from "@/components/api/call";
import { fromStored, type EditorField } from "@/components/editor/state/editor-field";
import type { FieldWire } from "@/lib/documents/fields/schema";
import { envelopeRequests, throughFiles } from "./envelope-requests";
import { newAttempt, type ChangeSet } from "./save-state";

const files = [
  { uuid: "lease", name: "Lease", firstPage: 1, pages: 2 },
  { uuid: "annex", name: "Annex", firstPage: 3, pages: 1 },
];

function wire(elementId: number, file: string, page: number): FieldWire {
  return {
    ...{ elementId, signRequestId: 1, type: "text", file, required: true, label: null, value: null, readOnly: false },
    ...{ fontSize: null, alignment: null, dateFormat: null },
    coordinates: { page, left: 10, top: 20, width: 100, height: 20 },
  } as FieldWire;
}

const onPage = (page: number): EditorField => ({ ...fromStored(throughFiles(files, wire(0, "lease", 1))).field, page });
const changes = (parts: Partial<ChangeSet>): ChangeSet => ({ create: [], update: [], remove: [], ...parts });

/** A transport that has read a field in each file, and answers a PUT with `after`. */
async function started(after: FieldWire[] | ApiProblem = []) {
  const call = vi.fn((method: string, _path: string, _options?: CallOptions) => {
    if (method === "PUT" && after instanceof ApiProblem) return Promise.reject(after);
    const data = method === "GET" ? [wire(1, "lease", 2), wire(2, "annex", 1)] : after;
    return Promise.resolve({ answer: { data, created: [7] } as never, tag: `"${method}"` });
  });
  const transport = envelopeRequests("envelope", files, call);
  return { transport, call, read: await transport.read() };
}

const sent = (call: Awaited<ReturnType<typeof started>>["call"], path: string) =>
  call.mock.calls.find(([method, to]) => method === "PUT" && to === path)?.[2]?.json as {
    fields: (FieldWire & { file: string })[];
    create: FieldWire[];
  };

test("numbers the pages of all files consecutively", async () => {
  const { read } = await started();
  expect(read.fields.map(({ id, field }) => [id, field.page])).toEqual([
    [1, 2],
    [2, 3],
  ]);
});

describe("with the tag of the set", () => {
  test("sends the whole set, each field with its file and page there", async () => {
    const { transport, call } = await started([wire(1, "lease", 2), wire(2, "annex", 1), wire(5, "annex", 1)]);
    const attempt = newAttempt(changes({ create: [{ key: "new", field: onPage(3) }] }), '"GET"');
    expect(await transport.send(attempt)).toEqual({ created: [5], tag: '"PUT"' });
    const { fields } = sent(call, "/envelopes/envelope/fields");
    expect(fields.map(({ elementId, file, coordinates }) => [elementId, file, coordinates.page])).toEqual([
      [undefined, "annex", 1],
      [1, "lease", 2],
      [2, "annex", 1],
    ]);
  });

  test("keeps the editor's ID of a field that moves to another file", async () => {
    const { transport, call } = await started([wire(2, "annex", 1), wire(9, "annex", 1)]);
    const move = changes({ update: [{ key: "stored-1", id: 1, field: onPage(3) }] });
    const { tag } = await transport.send(newAttempt(move, '"GET"'));
    await transport.send(newAttempt(changes({ remove: [{ key: "stored-1", id: 1 }] }), tag));
    const last = call.mock.calls.at(-1)?.[2]?.json as { fields: FieldWire[] };
    expect(last.fields.map(({ elementId }) => elementId)).toEqual([2]);
  });

  test("reports which change was refused", async () => {
    const violations = [{ pointer: "/fields/1/coordinates", code: "outside", detail: "" }];
    const { transport } = await started(
      new ApiProblem({ status: 422, code: "validation_failed", detail: "", violations }),
    );
    const both = changes({
      create: [{ key: "new", field: onPage(1) }],
      update: [{ key: "stored-1", id: 1, field: onPage(1) }],
    });
    await expect(transport.send(newAttempt(both, '"GET"'))).rejects.toMatchObject({
      violations: [{ pointer: "/update/0/coordinates" }],
    });
  });
});

test("without a tag sends only the changes, to the file that has them", async () => {
  const { transport, call } = await started();
  const attempt = newAttempt(changes({ create: [{ key: "new", field: onPage(3) }] }), null);
  expect(await transport.send(attempt)).toEqual({ created: [7], tag: '"GET"' });
  expect(sent(call, "/file/annex/elements").create[0]?.coordinates.page).toBe(1);
  expect(sent(call, "/file/lease/elements")).toBeUndefined();
});
