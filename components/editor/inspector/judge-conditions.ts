import type { EditorSigner } from "@/components/editor/state/editor-context";
import type { EditorField } from "@/components/editor/state/editor-field";
import { fileAt, type PageFile } from "@/components/pages/page-source";
import {
  planConditions,
  type ConditionDefect,
  type ConditionField,
  type ExpressionName,
} from "@/lib/platform/field-rules/conditions/plan";
import type { RowKind } from "@/lib/platform/field-rules/conditions/rows";
import { choiceOf } from "@/lib/platform/field-rules/conditions/states";
import { referenceOf, valueTypeOf } from "@/lib/platform/field-rules/conditions/value-types";
import { groupOf, hasExpression } from "@/lib/platform/field-rules/details";

/** The fields of the editor, and the facts that decide which of them expressions can refer to. */
export interface Surroundings {
  fields: readonly EditorField[];
  signers: readonly EditorSigner[];
  files: readonly PageFile[] | undefined;
  /** In a template: names of fields by key. The server uses the name as the label of a field without one. */
  names?: Readonly<Record<string, string>> | undefined;
}

/** A field that an expression can name. */
export interface Candidate {
  name: string;
  kind: RowKind;
  /** The options, if the field is a choice. */
  options: readonly string[];
}

/** The fault of an expression of the field by the server's rules; null if it has none. */
export function judge(
  around: Surroundings,
  field: EditorField,
  member: ExpressionName,
  text: string | null,
): ConditionDefect | null {
  const fields = withNames(around).map((one) => (one.key === field.key ? { ...one, [member]: text } : one));
  const index = fields.findIndex(({ key }) => key === field.key);
  const { defects } = planConditions(fields.map((one, id) => asCondition(around, one, id)));
  return defects.find((defect) => defect.id === index && defect.member === member) ?? null;
}

function withNames({ fields, names }: Surroundings): readonly EditorField[] {
  return names ? fields.map((field) => ({ ...field, label: field.label ?? names[field.key] ?? null })) : fields;
}

function asCondition({ signers, files }: Surroundings, field: EditorField, id: number): ConditionField {
  return {
    ...field,
    id,
    scope: scopeOf(files, field),
    owner: field.signRequestId,
    step: signers.find(({ signRequestId }) => signRequestId === field.signRequestId)?.step ?? 1,
  };
}

function scopeOf(files: readonly PageFile[] | undefined, { page }: EditorField): number {
  return (files && fileAt(files, page)?.index) ?? 0;
}

/**
 * The fields that the field's expressions can name, its signer's own first. A name shared by several fields is left
 * out.
 */
export function candidatesFor(around: Surroundings, field: EditorField): Candidate[] {
  const conditions = withNames(around).map((one, id) => ({ one, condition: asCondition(around, one, id) }));
  const self = asCondition(around, field, -1);
  const open = conditions.filter(({ one, condition }) => {
    const isSelf = one.key === field.key || (one.type === "radio" && isSameGroup(one, field));
    if (isSelf || condition.scope !== self.scope || valueTypeOf(one.type) === null) return false;
    const isFixed = one.readOnly && !hasExpression(one);
    return condition.owner === self.owner || condition.step < self.step || isFixed;
  });
  const own = open.filter(({ condition }) => condition.owner === self.owner);
  const others = open.filter(({ condition }) => condition.owner !== self.owner);
  const taken = new Set(own.map(({ one }) => referenceOf(one)));
  return [
    ...uniqueIn(own.map(({ one }) => one)),
    ...uniqueIn(others.map(({ one }) => one)).filter(({ name }) => !taken.has(name)),
  ];
}

function isSameGroup(first: EditorField, second: EditorField): boolean {
  return second.type === "radio" && first.group === second.group && first.signRequestId === second.signRequestId;
}

function uniqueIn(fields: readonly EditorField[]): Candidate[] {
  const firsts = fields.filter(
    (field, index) => field.type !== "radio" || fields.findIndex((other) => isSameGroup(other, field)) === index,
  );
  return firsts.flatMap((field) => {
    const name = referenceOf(field);
    const isUnique = name !== null && firsts.filter((other) => referenceOf(other) === name).length === 1;
    return isUnique ? [{ name, ...valueKindOf(field, fields) }] : [];
  });
}

function valueKindOf(field: EditorField, fields: readonly EditorField[]): Omit<Candidate, "name"> {
  switch (field.type) {
    case "checkbox":
      return { kind: "tick", options: [] };
    case "radio": {
      const own = fields.filter(({ signRequestId }) => signRequestId === field.signRequestId);
      const buttons = groupOf(own, field);
      return { kind: "choice", options: buttons.map((_button, index) => choiceOf(buttons, index)) };
    }
    case "dropdown":
      return { kind: "choice", options: field.rules?.options ?? [] };
    case "number":
    case "day":
      return { kind: field.type, options: [] };
    case "signature":
    case "initial":
    case "stamp":
    case "date":
    case "name":
    case "email":
    case "text":
    case "phone":
      return { kind: "text", options: [] };
  }
}
