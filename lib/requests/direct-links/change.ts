import { and, eq, isNull, sql } from "drizzle-orm";
import {
  directLinks,
  templates,
  templateVersions,
  type DirectLink,
  type LinkPerson,
  type TemplateVersion,
} from "@/db/schema/templates";
import { assertMayRequest, mailboxActor } from "@/lib/accounts/actor";
import { assertValidCredential } from "@/lib/accounts/valid-credential";
import type { Actor, Ctx } from "@/lib/context/context";
import { markDone } from "@/lib/context/idempotency/keys";
import { readSettings } from "@/lib/context/settings/read";
import { invalid, memberName, pointerStep } from "@/lib/platform/errors";
import { normaliseEmail } from "@/lib/platform/plain-text";
import { assertPeople } from "../create-from-template";
import { lockOwnTemplate } from "../templates/access";
import type { TemplateUse } from "../templates/schema";
import { lockOwnLink, makeToken, problemOf, readOrigin, rolesForVisitor, usedVersion } from "./access";
import type { DirectLinkChange, DirectLinkProblem, NewDirectLink } from "./schema";

/**
 * `POST /templates/{id}/direct-links`: a link through which strangers make requests from this template. Throws
 * `not_found`, `email_unproved`, `validation_failed`, and what `createFromTemplate` throws about the people named.
 */
export async function createDirectLink(
  ctx: Ctx,
  actor: Actor,
  { id, ...input }: NewDirectLink & { id: number },
): Promise<{ id: number; linkId: number }> {
  const acting = assertMayRequest(actor);
  return ctx.tx(async (tx) => {
    const template = await lockOwnTemplate(tx, acting, id);
    mailboxActor(acting);
    await assertValidCredential(tx, acting);
    const columns = await readNewLink(tx, input);
    const [version] = await tx.db
      .select()
      .from(templateVersions)
      .where(
        and(
          eq(templateVersions.templateId, template.id),
          eq(templateVersions.number, columns.version ?? template.version),
        ),
      );
    await assertUsable(tx, columns, version ?? null);
    const most = tx.limits.directLinksPerTemplate;
    const own = and(eq(directLinks.templateId, template.id), isNull(directLinks.deletedAt));
    if ((await tx.db.$count(directLinks, own)) >= most)
      throw invalid("", "too_many", `A template has at most ${most} direct links`, most);
    const [link] = await tx.db
      .insert(directLinks)
      .values({ ...columns, templateId: template.id, ...makeToken(tx) })
      .returning({ id: directLinks.id });
    if (!link) throw new Error("the link was not stored");
    await markDone(tx, { linkId: link.id });
    return { id: template.id, linkId: link.id };
  });
}

type LinkRef = { id: number; linkId: number };

/**
 * `PATCH /templates/{id}/direct-links/{linkId}`: omitted members stay unchanged, and documents already made are kept.
 * A link whose template has changed can still be switched on or off, renamed or ended. Throws `not_found`,
 * `validation_failed`.
 */
export async function changeDirectLink(
  ctx: Ctx,
  actor: Actor,
  { id, linkId, ...input }: DirectLinkChange & LinkRef,
): Promise<LinkRef> {
  const acting = assertMayRequest(actor);
  return ctx.tx(async (tx) => {
    await assertValidCredential(tx, acting);
    const link = await lockOwnLink(tx, actor, { id, linkId });
    const columns = await readChange(tx, link, input);
    await tx.db
      .update(directLinks)
      .set({ ...columns, updatedAt: sql`clock_timestamp()` })
      .where(eq(directLinks.id, link.id));
    if (input.role !== undefined || input.version !== undefined || input.people !== undefined) {
      const [used] = await tx.db
        .select({ version: templateVersions })
        .from(directLinks)
        .innerJoin(templates, eq(templates.id, directLinks.templateId))
        .innerJoin(templateVersions, usedVersion())
        .where(and(eq(directLinks.id, link.id)));
      await assertUsable(tx, columns, used?.version ?? null);
    }
    await markDone(tx, {});
    return { id, linkId };
  });
}

/**
 * `POST …/rotate`: gives the link a new URL. The previous one stops working at once, even for a visitor who is under
 * way. Throws `not_found`.
 */
export async function rotateDirectLink(ctx: Ctx, actor: Actor, ref: LinkRef): Promise<LinkRef> {
  const acting = assertMayRequest(actor);
  return ctx.tx(async (tx) => {
    await assertValidCredential(tx, acting);
    const link = await lockOwnLink(tx, actor, ref);
    await tx.db
      .update(directLinks)
      .set({ ...makeToken(tx), updatedAt: sql`clock_timestamp()` })
      .where(eq(directLinks.id, link.id));
    await markDone(tx, {});
    return ref;
  });
}

export const directLinkDeleted = { message: "The direct link is deleted." };

/** `DELETE …`: the URL stops working at once. Documents already made are kept. Throws `not_found`. */
export async function deleteDirectLink(ctx: Ctx, actor: Actor, ref: LinkRef): Promise<typeof directLinkDeleted> {
  await ctx.tx(async (tx) => {
    const link = await lockOwnLink(tx, actor, ref);
    await tx.db
      .update(directLinks)
      .set({ deletedAt: sql`now()`, people: {} })
      .where(eq(directLinks.id, link.id));
    await markDone(tx, {});
  });
  return directLinkDeleted;
}

/** The columns of a link that its owner sets. */
type LinkColumns = Pick<
  DirectLink,
  | "name"
  | "role"
  | "version"
  | "people"
  | "isOn"
  | "endsAt"
  | "maxUses"
  | "maxUsesPerDay"
  | "maxUsesPerAddress"
  | "embedOrigins"
>;

const atFirst: Omit<LinkColumns, "name" | "role"> = {
  version: null,
  people: {},
  isOn: true,
  endsAt: null,
  maxUses: null,
  maxUsesPerDay: null,
  maxUsesPerAddress: null,
  embedOrigins: [],
};

/** A new link's columns. Throws `validation_failed`. */
async function readNewLink(ctx: Ctx, input: NewDirectLink): Promise<LinkColumns> {
  return readChange(ctx, { ...atFirst, name: input.name, role: input.role }, input);
}

/** The columns after a change; omitted members stay unchanged. Throws `validation_failed`. */
async function readChange(ctx: Ctx, current: LinkColumns, input: DirectLinkChange): Promise<LinkColumns> {
  return {
    name: input.name ?? current.name,
    role: input.role ?? current.role,
    version: input.version === undefined ? current.version : input.version,
    people: input.people ? readPeople(input.people) : current.people,
    isOn: input.isOn ?? current.isOn,
    endsAt: await readEnd(ctx, current.endsAt, input.endsAt),
    maxUses: input.maxUses === undefined ? current.maxUses : input.maxUses,
    maxUsesPerDay: input.maxUsesPerDay === undefined ? current.maxUsesPerDay : input.maxUsesPerDay,
    maxUsesPerAddress: input.maxUsesPerAddress === undefined ? current.maxUsesPerAddress : input.maxUsesPerAddress,
    embedOrigins: input.embedOrigins ? readOrigins(input.embedOrigins) : current.embedOrigins,
  };
}

async function readEnd(ctx: Ctx, current: Date | null, given: string | null | undefined): Promise<Date | null> {
  if (given === undefined) return current;
  if (given === null) return null;
  const endsAt = new Date(given);
  if (endsAt.getTime() === current?.getTime()) return current;
  if (endsAt <= (await ctx.now())) throw invalid("/endsAt", "out_of_range", "endsAt must be in the future");
  return endsAt;
}

/** Throws `validation_failed` for a person who is both named and asked for. */
function readPeople(given: NonNullable<DirectLinkChange["people"]>): Record<string, LinkPerson> {
  return Object.fromEntries(
    Object.entries(given).map(([role, { ask, email, displayName }]): [string, LinkPerson] => {
      const pointer = `/people/${pointerStep(role)}`;
      if (ask === true && (email !== undefined || displayName))
        throw invalid(
          `${pointer}/ask`,
          "ambiguous",
          `${memberName(pointer)} is either entered by the visitor or set here`,
        );
      if (ask === true) return [role, { kind: "asked" }];
      return [role, { kind: "preset", email: normaliseEmail(email ?? ""), displayName: displayName?.trim() || null }];
    }),
  );
}

/** Throws `validation_failed` for anything but an origin. */
function readOrigins(given: readonly string[]): string[] {
  const origins = given.map((text, index) => {
    const origin = readOrigin(text);
    if (origin === null)
      throw invalid(
        `/embedOrigins/${index}`,
        "origin_invalid",
        `embedOrigins[${index}] is not an origin such as https://www.example.org`,
      );
    return origin;
  });
  return [...new Set(origins)];
}

const problems: { readonly [problem in DirectLinkProblem]: { pointer: string; detail: string } } = {
  version: { pointer: "/version", detail: "version is not a version of this template" },
  role: { pointer: "/role", detail: "role is not a signer, approver or viewer of this template" },
  step: { pointer: "/role", detail: "role must be in the first step: the visitor acts at once" },
  method: {
    pointer: "/role",
    detail: "role must be identified and sign by e-mail: the visitor proves an address by an e-mailed code",
  },
  people: { pointer: "/people", detail: "people needs a person for every role but the visitor's" },
};

/**
 * Throws `validation_failed` unless this version can be used through the link: the visitor's role fits, and every other
 * role has a person or asks for one. Throws what `createFromTemplate` throws about the people.
 */
async function assertUsable(ctx: Ctx, link: LinkColumns, version: TemplateVersion | null): Promise<void> {
  const settings = await readSettings(ctx);
  const problem = problemOf(link, version, settings);
  if (problem || !version) {
    const { pointer, detail } = problems[problem ?? "version"];
    throw invalid(pointer, problem ?? "version", detail);
  }
  if (Object.hasOwn(link.people, link.role))
    throw invalid(`/people/${pointerStep(link.role)}`, "not_allowed", "The visitor takes this role");
  assertPeople(ctx, rolesForVisitor(version, link.role), withStandIns(link), settings);
}

/** The people of a use, with placeholders for the visitor and for those the visitor names. */
function withStandIns({ role, people }: LinkColumns): TemplateUse["people"] {
  const entries = Object.entries(people).map(([name, person], index) => [
    name,
    person.kind === "preset"
      ? { email: person.email, displayName: person.displayName }
      : { email: `asked-${index}@visitor.invalid` },
  ]);
  return Object.fromEntries([...entries, [role, { email: "visitor@visitor.invalid" }]]) as TemplateUse["people"];
}
