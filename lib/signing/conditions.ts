import { eq } from "drizzle-orm";
import { fields, type Field, type File } from "@/db/schema/files";
import type { Ctx } from "@/lib/context/context";
import { planOfFields } from "@/lib/documents/fields/conditions";
import type { ConditionPlan } from "@/lib/platform/field-rules/conditions/plan";
import { statesOf, type ConditionStates } from "@/lib/platform/field-rules/conditions/states";
import { hasExpression } from "@/lib/platform/field-rules/details";
import { isLocked, type FieldValue, type RuledField } from "@/lib/platform/field-rules/faults";
import type { AuditRecord } from "@/lib/records/audit/events";
import { readActiveSigners } from "@/lib/requests/state/file-state";
import type { SigningAttempt } from "@/lib/signing/proof/may-sign";

/** A field with the PDF that its group is in. */
export type OwnField = Field & { scope: number };

/** A signer's fields, with their conditions. */
export interface OwnFields {
  mine: readonly OwnField[];
  /** Null if no field of this signer has an expression. */
  conditions: { plan: ConditionPlan; known: ReadonlyMap<number, string> } | null;
  /** Fields of this signer that expressions of later signers refer to. */
  referred: ReadonlySet<number>;
}

/** A signer's fields in one PDF after the conditions. */
export interface PdfOutcome {
  /** Fields hidden by a condition, for the audit trail. Labels are left out, because they are for their signer only. */
  skipped: AuditRecord[];
  /** Values that later signers' expressions need. */
  kept: { id: number; value: string }[];
}

/**
 * `all` are the fields of everybody in the PDFs of the attempt, including withdrawn signers. Reads nothing more if
 * there are no expressions.
 */
export async function ownFieldsOf(ctx: Ctx, attempt: SigningAttempt, all: readonly Field[]): Promise<OwnFields> {
  const isMine = ({ signRequestId }: Field): boolean => signRequestId === attempt.signRequest.id;
  const mine = all.filter(isMine).map((field) => ({ ...field, scope: field.fileId }));
  if (!all.some(hasExpression)) return { mine, conditions: null, referred: new Set() };
  const people = await readActiveSigners(ctx, attempt.file.id);
  const steps = new Map(people.map(({ id, signingOrder }) => [id, signingOrder]));
  const stepOf = (id: number): number => steps.get(id) ?? 0;
  return {
    mine,
    conditions: mine.some(hasExpression)
      ? {
          plan: planForOwner(all, attempt.signRequest.id, stepOf),
          known: new Map(all.map((field) => [field.id, knownValue(field, all, steps)])),
        }
      : null,
    referred: referredIn(planOfFields(all, stepOf), attempt.signRequest.id),
  };
}

/** Values of other signers are final, so only the owner's own expressions are evaluated. */
export function planForOwner(
  all: readonly PlannedField[],
  owner: number,
  stepOf: (signRequestId: number) => number,
): ConditionPlan {
  const final = { showWhen: null, requireWhen: null, calculate: null };
  return planOfFields(
    all.map((field) => (field.signRequestId === owner ? field : { ...field, ...final })),
    stepOf,
  );
}

type PlannedField = Parameters<typeof planOfFields>[0][number];

function referredIn({ units }: ConditionPlan, owner: number): Set<number> {
  const byOthers = units.filter(({ fields: [first] }) => first?.owner !== owner);
  const targets = byOthers.flatMap(({ expressions }) => expressions.flatMap((one) => [...one.targets.values()]));
  return new Set(targets.flatMap((unit) => unit.fields.filter((field) => field.owner === owner).map(({ id }) => id)));
}

/** The state of the conditions for these values of the signer; null without conditions. */
export function statesFor(
  { conditions }: Pick<OwnFields, "conditions">,
  values: ReadonlyMap<number, FieldValue>,
): ConditionStates | null {
  if (!conditions) return null;
  return statesOf(conditions.plan, ({ id }) => values.get(id) ?? conditions.known.get(id) ?? "");
}

type KnownValue = RuledField & Pick<Field, "value" | "signedValue" | "fileId" | "signRequestId">;

/**
 * The value of another signer's field: the one that was signed, else the requester's. A withdrawn signer's fields
 * stay in the document but empty, so a value proposed by the requester does not count, unless it was fixed.
 * `present`: signers who were not withdrawn.
 */
export function knownValue(
  field: KnownValue,
  all: readonly KnownValue[],
  present: { has(signRequestId: number): boolean },
): string {
  if (field.signedValue !== null) return field.signedValue;
  return present.has(field.signRequestId) || isFixed(field, all) ? (field.value ?? "") : "";
}

function isFixed(field: KnownValue, all: readonly KnownValue[]): boolean {
  const { fileId, signRequestId } = field;
  return isLocked(
    all.filter((other) => other.fileId === fileId && other.signRequestId === signRequestId),
    field,
  );
}

export function outcomeIn(
  pdf: Pick<File, "id" | "envelopePosition">,
  { mine, referred }: OwnFields,
  states: ConditionStates | null,
  values: ReadonlyMap<number, FieldValue>,
): PdfOutcome {
  const here = mine.filter(({ fileId }) => fileId === pdf.id);
  const skipped = here
    .filter(({ id }) => states?.hidden.has(id))
    .map(({ id, type, page }) => ({
      elementId: id,
      type,
      page,
      ...(pdf.envelopePosition === null ? {} : { file: pdf.envelopePosition }),
    }));
  const kept = here.filter(({ id }) => referred.has(id)).map(({ id }) => ({ id, value: String(values.get(id) ?? "") }));
  return { skipped, kept };
}

/** Call it in the transaction of the signature. */
export async function keepValues(ctx: Ctx, outcomes: readonly PdfOutcome[]): Promise<void> {
  for (const { id, value } of outcomes.flatMap(({ kept }) => kept))
    await ctx.db.update(fields).set({ signedValue: value }).where(eq(fields.id, id));
}
