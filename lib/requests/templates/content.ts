import { copyTimes, type File, type PageSize, type SignRequestRole } from "@/db/schema/files";
import type { TemplateField, TemplateRole, TemplateVersion } from "@/db/schema/templates";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { makePatternBudget } from "@/lib/documents/fields/budget";
import { assertConditions, planOfFields, type JudgedField } from "@/lib/documents/fields/conditions";
import type { FieldContent, OtherField } from "@/lib/documents/fields/field-content";
import { placeOnPage } from "@/lib/documents/fields/geometry";
import { assertDrawable, assertFits, noFieldsFor } from "@/lib/documents/fields/rules";
import { takeStorage } from "@/lib/documents/storage-left";
import { DomainError, invalid, memberName } from "@/lib/platform/errors";
import type { ConditionPlan } from "@/lib/platform/field-rules/conditions/plan";
import { detailsOf, isRequiredByDefault } from "@/lib/platform/field-rules/details";
import { isInside } from "@/lib/platform/geometry/placement";
import { assertCcIsNotified } from "@/lib/requests/signers/plan-signers";
import { attachmentViolations, numberAttachmentRequests } from "../state/attachment-requests";
import type { AttachmentRequestInput } from "../state/schema";
import { decides } from "../state/status";
import type { TemplateFieldInput, TemplateRoleInput, TemplateWire } from "./schema";

/** The roles of a version. Throws `validation_failed` for a duplicate name and for too many roles. */
export function readRoles(ctx: Pick<Ctx, "limits">, given: readonly TemplateRoleInput[]): TemplateRole[] {
  const most = ctx.limits.signersPerFile;
  if (given.length > most) throw invalid("/roles", "too_many", `roles needs at most ${most} items`, most);
  const names = new Set<string>();
  for (const [index, { name }] of given.entries()) {
    const pointer = `/roles/${index}/name`;
    if (names.has(name)) throw invalid(pointer, "duplicate", `${memberName(pointer)} is a duplicate`);
    names.add(name);
  }
  return given.map(
    (
      {
        name,
        description,
        signingOrder,
        signMethod,
        identifyMethod,
        role = "signer",
        copyAt,
        attachmentRequests = [],
        notify,
      },
      index,
    ) => {
      assertCcIsNotified(role, notify, `/roles/${index}`);
      if (role === "cc" && copyAt?.length === 0)
        throw invalid(
          `/roles/${index}/copyAt`,
          "too_few",
          `roles[${index}].copyAt needs \`sent\`, \`completed\` or both`,
        );
      if (role !== "cc" && copyAt !== undefined && copyAt.length > 0)
        throw invalid(`/roles/${index}/copyAt`, "not_allowed", `roles[${index}].copyAt is for the role cc only`);
      assertAttachmentRequests(ctx, role, attachmentRequests, `/roles/${index}/attachmentRequests`);
      return {
        name,
        description: description || null,
        signingOrder: signingOrder ?? 1,
        signMethod: signMethod ?? null,
        identifyMethod: identifyMethod ?? null,
        role,
        copyAt: role === "cc" ? (copyAt ?? [...copyTimes]) : [],
        attachmentRequests: numberAttachmentRequests(attachmentRequests, []),
        notify: notify ?? true,
      };
    },
  );
}

function assertAttachmentRequests(
  ctx: Pick<Ctx, "limits">,
  role: SignRequestRole,
  given: readonly AttachmentRequestInput[],
  pointer: string,
): void {
  if (given.length > 0 && !decides(role))
    throw invalid(pointer, "not_allowed", `${memberName(pointer)} is for signers and approvers only`);
  const violations = attachmentViolations(ctx, given, pointer);
  if (violations[0]) throw new DomainError("validation_failed", { detail: violations[0].detail, violations });
}

/**
 * The fields of a version, placed on its pages and named. Throws `validation_failed` for an unknown role or a
 * duplicate name, `page_out_of_range`, `element_outside_page`, `signed_file_one_element`, `glyph_missing`.
 * `areDrawable`: the values are those of an earlier version, which were checked then.
 */
export async function readFields(
  ctx: Ctx,
  document: Pick<File, "pages" | "alreadySigned">,
  roles: readonly TemplateRole[],
  given: readonly TemplateFieldInput[],
  { areDrawable = false }: { areDrawable?: boolean } = {},
): Promise<TemplateField[]> {
  const names = fieldNames(given);
  const fields: TemplateField[] = [];
  const placed: OtherField[] = [];
  const judged: JudgedField[] = [];
  const places = new Map(roles.map(({ name }, index) => [name, index]));
  const patterns = makePatternBudget();
  for (const [index, input] of given.entries()) {
    const pointer = `/fields/${index}`;
    const place = places.get(input.role) ?? -1;
    const owner = roles[place];
    if (!owner)
      throw invalid(`${pointer}/role`, "unknown", `${memberName(`${pointer}/role`)} is not a role of this template`);
    if (owner.role !== undefined && owner.role !== "signer") throw noFieldsFor(owner.role, `${pointer}/role`);
    const field: TemplateField = {
      name: names[index] ?? "",
      role: input.role,
      type: input.type,
      ...placeOnPage(document.pages, input, `${pointer}/coordinates`),
      required: input.required ?? isRequiredByDefault(input.type),
      label: input.label ?? null,
      value: input.value ?? null,
      readOnly: input.readOnly ?? false,
      fontSizePt: input.fontSize ?? null,
      alignment: input.alignment ?? null,
      dateFormat: input.dateFormat ?? null,
      colour: input.colour ?? null,
      font: input.font ?? null,
      ...detailsOf(input),
    };
    // Roles stand for signers that do not exist yet.
    const { name: _name, role: _role, ...stored } = field;
    const content: FieldContent = {
      ...stored,
      readOnly: input.readOnly ?? false,
      colour: input.colour ?? null,
      font: input.font ?? null,
      ...detailsOf(input),
      signRequestId: place,
    };
    patterns.take(content, pointer);
    assertFits(ctx, document, content, placed, pointer);
    placed.push(content);
    fields.push(field);
    judged.push({
      content: { ...content, label: field.label ?? field.name },
      pointer,
      scope: 0,
      step: owner.signingOrder,
    });
  }
  const named = namedIn(assertConditions(judged));
  for (const [index, field] of fields.entries()) if (named.has(index)) field.label ??= field.name;
  if (areDrawable) return fields;
  await assertDrawable(
    ctx,
    given.flatMap(({ value }, index) => (value ? [{ text: value, pointer: `/fields/${index}/value` }] : [])),
  );
  return fields;
}

/**
 * The positions of fields that expressions refer to. Names are not part of a request, so such a field needs its name
 * as its label.
 */
function namedIn(plan: ConditionPlan | null): Set<number> {
  const targets = (plan?.units ?? []).flatMap(({ expressions }) =>
    expressions.flatMap((one) => [...one.targets.values()]),
  );
  return new Set(targets.filter(({ type }) => type !== "radio").flatMap(({ fields }) => fields.map(({ id }) => id)));
}

/** A version without its document. */
export type VersionContent = Pick<
  TemplateVersion,
  "name" | "roles" | "fields" | "expiresInDays" | "allowDelegation" | "reminders" | "signatureOptions"
>;

/** Versions count as storage like documents. Throws `quota_exceeded`, `storage_full`. */
export async function assertStorable(ctx: Ctx, { account }: AccountActor, content: VersionContent): Promise<void> {
  await takeStorage(ctx, account.id, JSON.stringify(content).length);
}

/** The given names; for other fields, the label or the type, numbered where needed. */
function fieldNames(given: readonly TemplateFieldInput[]): string[] {
  const taken = new Set<string>();
  for (const [index, { name }] of given.entries()) {
    if (name === undefined) continue;
    const pointer = `/fields/${index}/name`;
    if (taken.has(name)) throw invalid(pointer, "duplicate", `${memberName(pointer)} is a duplicate`);
    taken.add(name);
  }
  return given.map(({ name, label, type }) => {
    if (name !== undefined) return name;
    const base = label?.trim().slice(0, 90) || type;
    let made = base;
    for (let number = 2; taken.has(made); number++) made = `${base} ${number}`;
    taken.add(made);
    return made;
  });
}

export type Unfit = NonNullable<TemplateWire["unfit"]>[number];

/** Splits fields into those that fit the pages of another document, and those that do not. */
export function fitFields(
  pages: readonly PageSize[],
  { roles, fields }: Pick<VersionContent, "roles" | "fields">,
): { kept: TemplateField[]; unfit: Unfit[] } {
  const reasons = new Map<string, Unfit["reason"]>();
  for (const field of fields) {
    const page = pages[field.page - 1];
    const shown = page && ({ x0: 0, y0: 0, x1: page.widthPt, y1: page.heightPt, rotation: 0, userUnit: 1 } as const);
    if (!shown) reasons.set(field.name, "page_missing");
    else if (!isInside(shown, field)) reasons.set(field.name, "outside_page");
  }
  const kept = (): TemplateField[] => fields.filter(({ name }) => !reasons.has(name));
  if (reasons.size === 0) return { kept: kept(), unfit: [] };
  // A field whose condition names one that is gone would be shown to everybody without it. Others may depend on that
  // field in turn.
  for (const name of dependents(fields, roles, [...reasons.keys()])) reasons.set(name, "condition");
  for (let lost = withLostNames(kept(), roles); lost.length > 0; lost = withLostNames(kept(), roles)) {
    const names = lost.map(({ name }) => name);
    for (const name of [...names, ...dependents(kept(), roles, names)]) reasons.set(name, "condition");
  }
  const unfit = fields.flatMap(({ name, page }): Unfit[] => {
    const reason = reasons.get(name);
    return reason ? [{ name, page, reason }] : [];
  });
  return { kept: kept(), unfit };
}

/**
 * Names of the fields that depend on those that are gone, directly or through others. One plan covers a whole chain.
 */
function dependents(
  fields: readonly TemplateField[],
  roles: readonly TemplateRole[],
  gone: readonly string[],
): string[] {
  const { units } = planOfTemplate(fields, roles);
  const names = new Set(gone);
  const lost = new Set(fields.flatMap(({ name }, id) => (names.has(name) ? [id] : [])));
  const found: string[] = [];
  // Each unit comes after those that it depends on.
  for (const unit of units) {
    const targets = unit.expressions.flatMap((expression) => [...expression.targets.values()]);
    if (!targets.some((target) => target.fields.every(({ id }) => lost.has(id)))) continue;
    for (const { id } of unit.fields) {
      const name = fields[id]?.name;
      if (name !== undefined && !lost.has(id)) found.push(name);
      lost.add(id);
    }
  }
  return found;
}

/** The fields with an expression that cannot be resolved among `fields`. */
function withLostNames(fields: readonly TemplateField[], roles: readonly TemplateRole[]): TemplateField[] {
  const lost = new Set(planOfTemplate(fields, roles).defects.map(({ id }) => id));
  return fields.filter((_field, id) => lost.has(id));
}

/** The ids are positions in the list. */
function planOfTemplate(fields: readonly TemplateField[], roles: readonly TemplateRole[]): ConditionPlan {
  return planOfFields(
    fields.map((field, id) => ({
      ...field,
      ...detailsOf(field),
      label: field.label ?? field.name,
      readOnly: field.readOnly ?? false,
      signRequestId: roles.findIndex(({ name }) => name === field.role),
      id,
      fileId: 0,
    })),
    (place) => roles[place]?.signingOrder ?? 1,
  );
}
