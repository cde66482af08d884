import { createHash, randomBytes } from "node:crypto";
import { and, eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import { directLinkCodes, directLinks, type DirectLink } from "@/db/schema/direct-links";
import { templates, templateVersions, type Template, type TemplateVersion } from "@/db/schema/templates";
import { assertMayRequest } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { toId } from "@/lib/platform/ids";

/** A link with the template that it leads to. */
export interface OwnLink {
  link: DirectLink;
  template: Template;
  /** The version that a use would take; null when it is missing. */
  version: TemplateVersion | null;
  /** Uses of the last 24 hours. */
  usesToday: number;
}

/** The links of the caller's own template, or one of them, the oldest first. */
export async function readOwnLinks(
  ctx: Ctx,
  actor: Actor,
  { id, linkId }: { id: number; linkId?: number },
): Promise<OwnLink[]> {
  const { account } = assertMayRequest(actor);
  return ctx.db
    .select({ link: directLinks, template: templates, version: templateVersions, usesToday })
    .from(directLinks)
    .innerJoin(templates, eq(templates.id, directLinks.templateId))
    .leftJoin(templateVersions, usedVersion())
    .where(
      and(
        eq(templates.id, toId(id)),
        eq(templates.ownerId, account.id),
        isNull(templates.deletedAt),
        isNull(directLinks.deletedAt),
        linkId === undefined ? undefined : eq(directLinks.id, toId(linkId)),
      ),
    )
    .orderBy(directLinks.id);
}

/** The version that a use takes. */
export function usedVersion(): SQL | undefined {
  return and(
    eq(templateVersions.templateId, templates.id),
    eq(templateVersions.number, sql`coalesce(${directLinks.version}, ${templates.version})`),
  );
}

const usesToday = sql<number>`(
  select count(*)::int from ${directLinkCodes} used
  where used.link_id = ${directLinks.id} and used.used_at > now() - interval '24 hours')`;

/** One of the caller's own links. Throws `not_found` for anybody else's. */
export async function getOwnLink(ctx: Ctx, actor: Actor, input: { id: number; linkId: number }): Promise<OwnLink> {
  const [own] = await readOwnLinks(ctx, actor, input);
  if (!own) throw new DomainError("not_found");
  return own;
}

/** The row of the caller's own link, locked until the transaction ends. Throws `not_found`. */
export async function lockOwnLink(
  ctx: Ctx,
  actor: Actor,
  { id, linkId }: { id: number; linkId: number },
): Promise<DirectLink> {
  const { account } = assertMayRequest(actor);
  const [row] = await ctx.db
    .select({ link: directLinks })
    .from(directLinks)
    .innerJoin(templates, eq(templates.id, directLinks.templateId))
    .where(
      and(
        eq(directLinks.id, toId(linkId)),
        eq(templates.id, toId(id)),
        eq(templates.ownerId, account.id),
        isNull(templates.deletedAt),
        isNull(directLinks.deletedAt),
      ),
    )
    .for("update", { of: directLinks });
  if (!row) throw new DomainError("not_found");
  return row.link;
}

/** When the next use is possible after the uses of a day are used up; null when it is possible now. */
export async function nextUseAt(
  ctx: Ctx,
  { id, maxUsesPerDay }: Pick<DirectLink, "id" | "maxUsesPerDay">,
): Promise<Date | null> {
  if (maxUsesPerDay === null) return null;
  const [last] = await ctx.db
    .select({ at: sql<string | null>`${directLinkCodes.usedAt} + interval '24 hours'` })
    .from(directLinkCodes)
    .where(
      and(
        eq(directLinkCodes.linkId, id),
        isNotNull(directLinkCodes.usedAt),
        sql`${directLinkCodes.usedAt} > now() - interval '24 hours'`,
      ),
    )
    .orderBy(sql`${directLinkCodes.usedAt} desc`)
    .offset(maxUsesPerDay - 1)
    .limit(1);
  return last?.at ? new Date(last.at) : null;
}

/** 128 random bits in hexadecimal digits, so that a QR code of the URL stays coarse. Never store or log it in clear. */
export function makeToken(ctx: Pick<Ctx, "secrets">): Pick<DirectLink, "tokenHash" | "tokenSealed"> {
  const token = randomBytes(16).toString("hex");
  return { tokenHash: hashToken(token), tokenSealed: ctx.secrets.seal("direct-link", token) };
}

/** SHA-256, lower-case hex. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

/** The page of the link, for its owner. */
export function urlOf(
  ctx: Pick<Ctx, "secrets" | "publicUrl">,
  { tokenSealed }: Pick<DirectLink, "tokenSealed">,
): string {
  return `${ctx.publicUrl}/l/${ctx.secrets.open("direct-link", tokenSealed).toString()}`;
}
