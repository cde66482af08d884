import { expect, test } from "vitest";
import type { EditorField } from "@/components/editor/state/editor-field";
import { initialLayout, layoutReducer } from "@/components/editor/state/layout-state";
import { editorField } from "@/components/editor/testing/editor-fields";
import { candidatesFor, judge } from "./judge-conditions";

const field = (key: string, type: EditorField["type"], label: string | null, more: Partial<EditorField> = {}) =>
  editorField({ key, type, label, ...more });

const signers = [1, 2, 3].map((signRequestId) => ({
  signRequestId,
  number: signRequestId,
  name: "",
  step: signRequestId === 3 ? 1 : signRequestId,
}));
const files = [1, 2].map((firstPage) => ({ uuid: String(firstPage), name: "", firstPage, pages: 1 }));
const name = field("name", "text", "Name", { signRequestId: 2 });
const fields = [
  name,
  field("yes", "radio", "Yes", { group: "Pet", signRequestId: 2 }),
  field("no", "radio", null, { group: "Pet", signRequestId: 2 }),
  field("age", "number", "Age"),
  field("own", "number", "Age", { signRequestId: 2 }),
  field("later", "text", "Later", { signRequestId: 3 }),
  field("twice", "text", "Twice"),
  field("twice again", "text", "Twice"),
  field("other file", "text", "Elsewhere", { page: 2 }),
  field("signature", "signature", "Signature"),
  field("earlier", "dropdown", "Paid", { rules: { options: ["Monthly"] } }),
];
const around = { fields, signers, files };

test("lets a field refer to fields of its own and earlier signers in the same file, by unique names", () => {
  expect(candidatesFor({ ...around, signers }, name)).toEqual([
    { name: "Pet", kind: "choice", options: ["Yes", "2"] },
    { name: "Age", kind: "number", options: [] },
    { name: "Later", kind: "text", options: [] },
    { name: "Paid", kind: "choice", options: ["Monthly"] },
  ]);
});

test("uses the server's name for a template's field without a label", () => {
  const unnamed = [name, field("stored-2", "number", null, { signRequestId: 2 }), field("fresh", "text", null)];
  const template = { fields: unnamed, signers, files: undefined, names: { name: "other", "stored-2": "Rent" } };
  expect(candidatesFor(template, name)).toEqual([{ name: "Rent", kind: "number", options: [] }]);
  expect(judge(template, name, "showWhen", 'field("Rent") > 900')).toBeNull();
  expect(judge({ ...template, names: undefined }, name, "showWhen", 'field("Rent") > 900')).toMatchObject({
    code: "field_unknown",
  });
});

test("judges an expression as the server does", () => {
  expect(judge(around, name, "showWhen", 'field("Pet") == "Yes" && field("Age") > 17')).toBeNull();
  expect(judge(around, name, "showWhen", 'filled("Elsewhere")')).toMatchObject({ code: "field_unknown" });
  expect(judge(around, name, "calculate", 'field("Age")')).toMatchObject({ code: "expression_type" });
});

test("updates expressions when a field is renamed, in one step of the history", () => {
  const dependent = field("dependent", "text", "Reason", { showWhen: 'field("Age") > 17' });
  const state = initialLayout([{ widthPt: 100, heightPt: 100 }], [field("age", "number", "Age"), dependent]);
  const renamed = layoutReducer(state, { kind: "change", keys: ["age"], change: { label: "Years" } });
  expect(renamed.fields[1]?.showWhen).toBe('field("Years") > 17');
  expect(layoutReducer(renamed, { kind: "undo" }).fields).toEqual(state.fields);
  const taken = layoutReducer(state, { kind: "change", keys: ["age"], change: { label: "Reason" } });
  expect(taken.fields[1]?.showWhen).toBe('field("Age") > 17');
});
