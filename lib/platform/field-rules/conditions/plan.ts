import type { FieldRules, FieldType } from "@/db/schema/request-facts";
import { hasExpression, isAutomatic, isTicked } from "@/lib/platform/field-rules/details";
import type { RuledField } from "@/lib/platform/field-rules/faults";
import { readExpression, type Tree } from "./expression";
import { referenceOf, typeOf, valueTypeOf } from "./value-types";

/** A field with its expressions, and the facts that decide which fields they may refer to. */
export interface ConditionField extends RuledField {
  label: string | null;
  showWhen: string | null;
  requireWhen: string | null;
  calculate: string | null;
  /** The PDF that contains the field. Expressions refer to fields of the same PDF. */
  scope: number;
  /** The signer, and the signer's place in the order. */
  owner: number;
  step: number;
}

export type ExpressionName = "showWhen" | "requireWhen" | "calculate";
export const expressionNames = ["showWhen", "requireWhen", "calculate"] as const satisfies readonly ExpressionName[];

/** Why an expression cannot be stored. `at` is the first offending character, from 0. */
export type ConditionDefect = { id: number; member: ExpressionName } & (
  | { code: "expression_invalid"; at: number; detail: string }
  | { code: "expression_type"; detail: string }
  | { code: "field_unknown" | "field_ambiguous" | "field_later" | "field_unusable"; name: string }
  | { code: "cycle"; names: readonly string[] }
  | { code: "not_allowed" }
);

/** A field, or the radio buttons of a group, which share one value. */
export interface Unit {
  fields: readonly ConditionField[];
  type: FieldType;
  rules: FieldRules | null;
  expressions: readonly Expression[];
}

export interface Expression {
  member: ExpressionName;
  tree: Tree;
  /** The units that the names in its expressions refer to. */
  targets: ReadonlyMap<string, Unit>;
}

export interface ConditionPlan {
  /** In order, so that each unit comes after those it depends on. */
  units: readonly Unit[];
  defects: readonly ConditionDefect[];
}

interface Draft extends Unit {
  name: string | null;
  expressions: Expression[];
}

/** Resolves and orders the expressions of a document's fields. Expressions with a defect are left out. */
export function planConditions(fields: readonly ConditionField[]): ConditionPlan {
  const units = toUnits(fields);
  const byName = new Map<string, Draft[]>();
  for (const unit of units) {
    const key = `${unit.fields[0]?.scope} ${unit.name ?? ""}`;
    if (unit.name !== null) byName.set(key, [...(byName.get(key) ?? []), unit]);
  }
  const find = (name: string, by: ConditionField): Draft[] => byName.get(`${by.scope} ${name}`) ?? [];
  const defects: ConditionDefect[] = [];
  for (const unit of units) {
    for (const field of unit.fields) {
      for (const member of expressionNames) {
        const text = field[member];
        if (text === null) continue;
        const read = readMember(field, member, text, find);
        if ("code" in read) defects.push({ ...read, id: field.id, member });
        else if (!unit.expressions.some((known) => known.member === member && known.tree === read.tree))
          unit.expressions.push(read);
      }
    }
  }
  return inOrder(units, defects);
}

function toUnits(fields: readonly ConditionField[]): Draft[] {
  const groups = new Map<string, ConditionField[]>();
  for (const field of fields) {
    const key = field.type === "radio" ? `${field.scope} ${field.owner} ${field.group ?? ""}` : `id ${field.id}`;
    groups.set(key, [...(groups.get(key) ?? []), field]);
  }
  return [...groups.values()].flatMap((members) => {
    const [first] = members;
    if (!first) return [];
    return [{ fields: members, type: first.type, rules: first.rules, name: referenceOf(first), expressions: [] }];
  });
}

type WithoutPlace<Defect> = Defect extends unknown ? Omit<Defect, "id" | "member"> : never;

function readMember(
  field: ConditionField,
  member: ExpressionName,
  text: string,
  find: (name: string, by: ConditionField) => Draft[],
): Expression | WithoutPlace<ConditionDefect> {
  if (!canHave(field, member)) return { code: "not_allowed" };
  const read = readExpression(text);
  if ("code" in read) return read;
  const targets = new Map<string, Unit>();
  for (const name of read.names) {
    const target = targetOf(find(name.trim(), field), field);
    if (typeof target === "string") return { code: target, name };
    targets.set(name, target);
  }
  const wanted = member === "calculate" ? valueTypeOf(field.type) : "bool";
  const type = typeOf(read.tree, (name) => valueTypeOf(targets.get(name)?.type ?? "text") ?? "text");
  if (typeof type !== "string") return type;
  if (type !== wanted) return { code: "expression_type", detail: `the result is ${type}, and ${wanted} is needed` };
  return { member, tree: read.tree, targets };
}

/**
 * Whether a field of this kind can have the expression. Only texts and numbers can be calculated, and only a field that
 * the signer fills in can be required.
 */
export function canHave(
  { type, readOnly }: Pick<ConditionField, "type" | "readOnly">,
  member: ExpressionName,
): boolean {
  if (member === "showWhen") return true;
  if (member === "calculate") return (type === "number" || type === "text") && !readOnly;
  return !isAutomatic(type) && !readOnly;
}

/** The signer's own field with that name takes precedence over those of other signers. */
function targetOf(
  found: readonly Draft[],
  by: ConditionField,
): Draft | "field_unknown" | "field_ambiguous" | "field_later" | "field_unusable" {
  const own = found.filter(({ fields }) => fields[0]?.owner === by.owner);
  const candidates = own.length > 0 ? own : found;
  const [target] = candidates;
  if (!target) return "field_unknown";
  if (candidates.length > 1) return "field_ambiguous";
  if (valueTypeOf(target.type) === null) return "field_unusable";
  return isKnownTo(target, by) ? target : "field_later";
}

/** The signer's own values, those of signers in an earlier step, and those that the requester has fixed. */
function isKnownTo({ fields }: Draft, by: ConditionField): boolean {
  const [first] = fields;
  if (!first || first.owner === by.owner || first.step < by.step) return true;
  return fields.some(({ readOnly }) => readOnly) && !fields.some(hasExpression);
}

/**
 * A depth-first order without recursion, because two thousand fields may form one chain. In a cycle, the expression
 * that closes it is left out.
 */
function inOrder(units: readonly Draft[], defects: ConditionDefect[]): ConditionPlan {
  const order: Draft[] = [];
  const state = new Map<Unit, "open" | "done">();
  for (const start of units) {
    if (state.has(start)) continue;
    const path: { unit: Draft; next: Unit[] }[] = [{ unit: start, next: dependenciesOf(start) }];
    state.set(start, "open");
    for (let top = path.at(-1); top; top = path.at(-1)) {
      const next = top.next.pop() as Draft | undefined;
      if (!next) {
        state.set(top.unit, "done");
        order.push(top.unit);
        path.pop();
      } else if (state.get(next) === "open") {
        const from = path.findIndex(({ unit }) => unit === next);
        breakCycle(
          top.unit,
          next,
          path.slice(from).map(({ unit }) => unit),
          defects,
        );
      } else if (!state.has(next)) {
        state.set(next, "open");
        path.push({ unit: next, next: dependenciesOf(next) });
      }
    }
  }
  return { units: order, defects };
}

function dependenciesOf({ expressions }: Draft): Unit[] {
  return [...new Set(expressions.flatMap(({ targets }) => [...targets.values()]))];
}

function breakCycle(unit: Draft, target: Unit, cycle: readonly Draft[], defects: ConditionDefect[]): void {
  const closing = unit.expressions.filter(({ targets }) => [...targets.values()].includes(target));
  unit.expressions = unit.expressions.filter((expression) => !closing.includes(expression));
  // From the field with the expression back to itself.
  const names = [unit, ...cycle].map(({ name, type }) => name ?? type);
  for (const { member } of closing) {
    const field = unit.fields.find((one) => one[member] !== null);
    if (field) defects.push({ id: field.id, member, code: "cycle", names });
  }
}

/** Whether the value of the field is a single tick rather than a group's choice. */
export function isOwnTick({ type }: Pick<Unit, "type">): boolean {
  return isTicked(type) && type !== "radio";
}
