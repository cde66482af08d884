import type { Field } from "@/db/schema/files";
import { invalid, invalidAt, violationAt, type Violation } from "@/lib/platform/errors";
import {
  expressionNames,
  planConditions,
  type ConditionDefect,
  type ConditionField,
  type ConditionPlan,
  type ExpressionName,
} from "@/lib/platform/field-rules/conditions/plan";
import { hasExpression, longestExpressions } from "@/lib/platform/field-rules/details";
import type { FieldContent } from "./field-content";

/** A field that expressions can refer to. `pointer`: its place in the call, or null if the call does not include it. */
export interface JudgedField {
  content: ConditionContent;
  /** The PDF that contains it. */
  scope: number;
  /** The signer's position in the order. */
  step: number;
  pointer: string | null;
}

type ConditionContent = Pick<
  FieldContent,
  | "type"
  | "signRequestId"
  | "required"
  | "readOnly"
  | "label"
  | "group"
  | "rules"
  | "showWhen"
  | "requireWhen"
  | "calculate"
>;

/**
 * Checks the expressions of fields with a pointer against all fields of their PDF. Throws `validation_failed`, with a
 * violation for each invalid one. Returns the plan, or null if no field has an expression. `elsewhere`: the number of
 * expression characters in the envelope's other files.
 */
export function assertConditions(fields: readonly JudgedField[], elsewhere = 0): ConditionPlan | null {
  if (!fields.some(({ content }) => hasExpression(content))) return null;
  assertTogether(fields, elsewhere);
  const plan = planConditions(fields.map(({ content, ...place }, index) => toCondition(content, place, index)));
  const violations = plan.defects.flatMap((defect) => {
    const pointer = fields[defect.id]?.pointer ?? null;
    return pointer === null ? [] : [violationOf(defect, `${pointer}/${defect.member}`)];
  });
  if (violations.length > 0) throw invalidAt(violations);
  return plan;
}

/**
 * Each time the document is viewed, all expressions are parsed and evaluated on the thread that serves all callers, so
 * their total length is limited. Throws `validation_failed` for the last one in the call.
 */
function assertTogether(fields: readonly JudgedField[], elsewhere: number): void {
  if (elsewhere + charactersOf(fields.map(({ content }) => content)) <= longestExpressions) return;
  const named = fields.findLast(({ pointer, content }) => pointer !== null && charactersOf([content]) > 0);
  const member = named && expressionNames.findLast((name) => named.content[name] !== null);
  if (named && member)
    throw invalid(
      `${named.pointer}/${member}`,
      "too_long",
      `The expressions of a document or envelope can have ${longestExpressions} characters together`,
      longestExpressions,
    );
}

/** The total length of all expressions of the fields. */
export function charactersOf(fields: readonly Partial<Pick<ConditionContent, ExpressionName>>[]): number {
  return fields.reduce((sum, field) => expressionNames.reduce((own, name) => own + (field[name]?.length ?? 0), sum), 0);
}

/** The plan of stored fields. Conditions that became invalid after they were stored are left out. */
export function planOfFields(
  fields: readonly (ConditionContent & Pick<Field, "id" | "fileId">)[],
  stepOf: (signRequestId: number) => number,
): ConditionPlan {
  return planConditions(
    fields.map((field) => toCondition(field, { scope: field.fileId, step: stepOf(field.signRequestId) }, field.id)),
  );
}

function toCondition(
  { signRequestId, ...content }: ConditionContent,
  { scope, step }: Pick<JudgedField, "scope" | "step">,
  id: number,
): ConditionField {
  return { ...content, owner: signRequestId, scope, step, id };
}

function violationOf(defect: ConditionDefect, pointer: string): Violation {
  return violationAt(pointer, defect.code, (member) => `${member} ${defectText(defect)}`);
}

/** The fault of an expression, as text after the name of its member. */
function defectText(defect: ConditionDefect): string {
  switch (defect.code) {
    case "expression_invalid":
      return `cannot be read at character ${defect.at + 1}: ${defect.detail}`;
    case "expression_type":
      return `does not fit: ${defect.detail}`;
    case "field_unknown":
      return `uses a name that is not a field of this document: "${defect.name}"`;
    case "field_ambiguous":
      return `names more than one field of this document: "${defect.name}"`;
    case "field_later":
      return `refers to "${defect.name}", which is filled in by someone who does not sign earlier`;
    case "field_unusable":
      return `refers to "${defect.name}", which takes no value`;
    case "cycle":
      return `depends on itself: ${defect.names.join(" → ")}`;
    case "not_allowed":
      return "is not for a field of this type, nor for one that is read-only";
  }
}
