import type { TemplateField, TemplateRole } from "@/db/schema/templates";
import { assertMayRequest } from "@/lib/accounts/actor";
import type { AccountActor, Actor, Ctx } from "@/lib/context/context";
import { readPlan, readSettings, type Settings } from "@/lib/context/settings/read";
import { copyUpload } from "@/lib/documents/upload/ingest-upload";
import { atMembers, invalid, invalidAt, pointerStep, violationAt, type Violation } from "@/lib/platform/errors";
import { dayMs } from "@/lib/platform/locale/format";
import { readSigners } from "@/lib/requests/signers/read-signers";
import { planFor } from "./change-signers";
import { storeRequest, type BulkPlace, type LinkVisitor } from "./create";
import { readExpiry } from "./expiry";
import { readCallback, type MadeRequest } from "./read-callback";
import type { NewSignerInput } from "./state/schema";
import { getOwnTemplate, type WholeTemplate } from "./templates/access";
import type { TemplateUse } from "./templates/schema";

/**
 * `POST /templates/{id}/requests`: a request from a version of a template, with a person for each role; with status 1
 * it is released, all or nothing. The stored document is copied, not ingested again. Throws `not_found`,
 * `validation_failed` with a pointer to the role or field, and what `createDocument` throws. `bulk` is the row of
 * a bulk send that the request is made for.
 */
export async function createFromTemplate(
  ctx: Ctx,
  actor: Actor,
  { id, ...input }: TemplateUse & { id: number },
  bulk?: BulkPlace,
): Promise<MadeRequest> {
  const acting = assertMayRequest(actor);
  const whole = await getOwnTemplate(ctx, acting, { id, version: input.version });
  return storeFromTemplate(ctx, acting, whole, input, { ...(bulk && { bulk }) });
}

/**
 * Makes the request from this version, for the template's owner, for a row of a bulk send, or for a visitor of a
 * direct link. Throws what `createFromTemplate` throws.
 */
export async function storeFromTemplate(
  ctx: Ctx,
  acting: AccountActor,
  { template, version, document }: WholeTemplate,
  input: TemplateUse,
  occasion: { bulk?: BulkPlace; visitor?: LinkVisitor } = {},
): Promise<MadeRequest> {
  const settings = await readSettings(ctx);
  const fields = withValues(version.fields, input.values ?? {});
  assertEveryRole(version.roles, input.people);
  const users = usersOf(version.roles, fields, input.people, settings);
  const wanted = atRoles(version.roles, () => readSigners(ctx, users, { settings, mayNameById: false }));
  const now = await ctx.now();
  const expiresAt =
    input.expiresAt !== undefined
      ? readExpiry(input.expiresAt, now)
      : version.expiresInDays === null
        ? null
        : new Date(now.getTime() + version.expiresInDays * dayMs);
  const reminders = input.reminders
    ? readPlan(ctx, input.reminders, version.reminders ?? settings.reminders)
    : version.reminders;
  const callback = await readCallback(ctx, acting, input);
  const plan = await planFor(ctx, [], wanted, settings);
  const ingested = await copyUpload(ctx, acting.account, document).catch(async (error: unknown) => {
    // If the template was deleted in the meantime, its bytes are gone but not damaged.
    await getOwnTemplate(ctx, acting, { id: template.id, version: version.number });
    throw error;
  });
  return atFields(version.fields, version.roles, () =>
    storeRequest(ctx, acting, {
      ingested,
      fetchedFrom: null,
      users,
      plan,
      name: input.name ?? version.name,
      expiresAt,
      reminders,
      allowDelegation: version.allowDelegation,
      signatureOptions: version.signatureOptions,
      isReleased: input.status === 1,
      callback,
      template: { id: template.id, version: version.number, versionId: version.id, readers: document.readers },
      ...occasion,
    }),
  );
}

/** Throws what `createFromTemplate` throws about these people. */
export function assertPeople(
  ctx: Ctx,
  { roles, fields }: Pick<WholeTemplate["version"], "roles" | "fields">,
  people: TemplateUse["people"],
  settings: Settings,
): void {
  assertEveryRole(roles, people);
  const users = usersOf(roles, fields, people, settings);
  atRoles(roles, () => readSigners(ctx, users, { settings, mayNameById: false }));
}

/**
 * Throws `validation_failed` for a value of a field that the version does not have, and for a value that no radio
 * button of the group has.
 */
function withValues(fields: readonly TemplateField[], values: NonNullable<TemplateUse["values"]>): TemplateField[] {
  for (const name of Object.keys(values)) {
    const pointer = `/values/${pointerStep(name)}`;
    if (fields.some((field) => field.name === name)) continue;
    const choices = choicesOf(fields, name);
    if (choices.length === 0)
      throw invalid(pointer, "unknown", (member) => `${member} is not a field of this template`);
    const value = values[name];
    if (value != null && !choices.some((choice) => choiceName(choice) === value))
      throw invalid(pointer, "not_an_option", (member) => `${member} is not one of the field's options`);
  }
  return fields.map((field) => {
    if (Object.hasOwn(values, field.name)) return { ...field, value: values[field.name] ?? null };
    if (field.type !== "radio" || field.group == null || !Object.hasOwn(values, field.group)) return field;
    return { ...field, value: values[field.group] === choiceName(field) ? "true" : null };
  });
}

/** Throws `validation_failed` for roles without a person and people without a role. */
function assertEveryRole(roles: readonly TemplateRole[], people: TemplateUse["people"]): void {
  const known = new Set(roles.map(({ name }) => name));
  const violations = [
    ...roles.flatMap(({ name }): Violation[] => {
      const email = Object.hasOwn(people, name) ? people[name]?.email : undefined;
      const pointer = `/people/${pointerStep(name)}/email`;
      return email?.trim() ? [] : [{ pointer, code: "required", detail: `The role ${name} needs an e-mail address` }];
    }),
    ...Object.keys(people).flatMap((name): Violation[] => {
      const pointer = `/people/${pointerStep(name)}`;
      return known.has(name)
        ? []
        : [violationAt(pointer, "unknown", (member) => `${member} is not a role of this template`)];
    }),
  ];
  if (violations.length > 0) throw invalidAt(violations);
}

/** The signers as a request takes them, in the order of the roles. */
export function usersOf(
  roles: readonly TemplateRole[],
  fields: readonly TemplateField[],
  people: TemplateUse["people"],
  settings: Settings,
): NewSignerInput[] {
  return roles.map((role) => {
    const method = role.signMethod ?? settings.signMethod;
    const isAllowed = method === settings.signMethod || settings.allowedSignMethods.includes(method);
    const identifyMethod = people[role.name]?.identifyMethod ?? (isAllowed ? role.identifyMethod : undefined);
    return {
      ...people[role.name],
      description: people[role.name]?.description ?? role.description,
      signingOrder: role.signingOrder,
      signMethod: isAllowed ? method : settings.signMethod,
      ...(identifyMethod ? { identifyMethod } : {}),
      role: role.role ?? "signer",
      ...(role.role === "cc" ? { copyAt: role.copyAt } : {}),
      attachmentRequests: role.attachmentRequests ?? [],
      notify: role.notify,
      visibleElements: fields
        .filter((field) => field.role === role.name)
        .map(({ name: _name, role: _role, page, topPt, leftPt, widthPt, heightPt, fontSizePt, ...field }) => ({
          ...field,
          fontSize: fontSizePt,
          coordinates: { page, top: topPt, left: leftPt, width: widthPt, height: heightPt },
        })),
    };
  });
}

/** Runs `work` on a list of users; a violation of `/users/0/…` is one of the role's person. */
function atRoles<Value>(roles: readonly TemplateRole[], work: () => Value): Value {
  try {
    return work();
  } catch (error) {
    throw atMembers(error, (pointer) => {
      const [, index, rest] = /^\/users\/(\d+)(.*)$/.exec(pointer) ?? [];
      return index === undefined ? pointer : `/people/${pointerStep(roles[Number(index)]?.name ?? "")}${rest ?? ""}`;
    });
  }
}

/** A violation of `/users/0/visibleElements/1/value` is one of the value of the field. */
async function atFields<Value>(
  fields: readonly TemplateField[],
  roles: readonly TemplateRole[],
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw atMembers(error, (pointer) => {
      const [, user, at] = /^\/users\/(\d+)\/visibleElements\/(\d+)/.exec(pointer) ?? [];
      const field = fields.filter(({ role }) => role === roles[Number(user)]?.name)[Number(at)];
      return field ? `/values/${pointerStep(field.name)}` : pointer;
    });
  }
}

/** The radio buttons of a group, of all roles. */
export function choicesOf(fields: readonly TemplateField[], group: string): TemplateField[] {
  return fields.filter((field) => field.type === "radio" && field.group === group);
}

/** The value of a radio button in a group. */
export function choiceName({ label, name }: Pick<TemplateField, "label" | "name">): string {
  return label ?? name;
}

/** The groups of radio buttons, each once. */
export function groupsOf(fields: readonly TemplateField[]): string[] {
  const names = fields.flatMap(({ type, group }) => (type === "radio" && group ? [group] : []));
  return [...new Set(names)];
}
