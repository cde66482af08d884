import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { EditorField, StoredField } from "@/components/editor/state/editor-field";
import { readLocalDraft, restored, writeLocalDraft } from "./local-draft";
import { field } from "./testing/fake-server";

const [uuid, now] = ["5f0c1d6e-0000-4000-8000-000000000000", 1_800_000_000_000];
const stored = (id: number, leftPt: number): StoredField => ({ id, field: field(`stored-${id}`, leftPt) });
const lefts = (fields: readonly EditorField[]) => fields.map(({ box }) => box.leftPt).sort((a, b) => a - b);

beforeEach(() => {
  const entries = new Map<string, string>();
  vi.stubGlobal("localStorage", {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => entries.set(key, value),
    removeItem: (key: string) => entries.delete(key),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

describe("unsaved changes of an earlier tab", () => {
  test("are applied to the fields that are stored now", () => {
    const base = [{ id: 1, field: field("a", 1) }, { id: 2, field: field("b", 2) }, stored(3, 3)];
    writeLocalDraft(uuid, { at: now, base, wanted: [field("a", 10), field("stored-3", 3), field("new", 50)] });
    const since = [stored(1, 1), stored(2, 2), stored(3, 30), stored(4, 40)];
    const draft = readLocalDraft(uuid, since, now + 1000);
    expect(draft && lefts(restored(draft, since))).toEqual([10, 30, 40, 50]);
  });

  test("do not repeat a field that was stored although its answer was lost", () => {
    writeLocalDraft(uuid, { at: now, base: [], wanted: [field("new", 5), field("other", 6)] });
    const draft = readLocalDraft(uuid, [stored(1, 5)], now);
    expect(draft && lefts(restored(draft, [stored(1, 5)]))).toEqual([5, 6]);
  });

  test.each([
    ["everything is stored", [stored(1, 5)], now],
    ["they are older than a week", [], now + 8 * 24 * 3600 * 1000],
  ])("are not offered when %s", (_, since, time) => {
    writeLocalDraft(uuid, { at: now, base: [], wanted: [field("new", 5)] });
    expect(readLocalDraft(uuid, since, time)).toBeNull();
    expect(readLocalDraft(uuid, [], now)).toBeNull();
  });

  test("are ignored when the stored text is malformed", () => {
    localStorage.setItem(`paraph.private.fields.${uuid}`, '{"at": 1}');
    expect(readLocalDraft(uuid, [], now)).toBeNull();
  });
});
