import { randomBytes } from "node:crypto";
import { and, eq, isNotNull, isNull, sql, type SQL } from "drizzle-orm";
import type { SignMethod } from "@/db/schema/files";
import {
  directLinkCodes,
  directLinks,
  templates,
  templateVersions,
  type DirectLink,
  type Template,
  type TemplateRole,
  type TemplateVersion,
} from "@/db/schema/templates";
import { assertMayRequest } from "@/lib/accounts/actor";
import type { Actor, Ctx } from "@/lib/context/context";
import type { Settings } from "@/lib/context/settings/read";
import { DomainError } from "@/lib/platform/errors";
import { toId } from "@/lib/platform/ids";
import { hashToken } from "@/lib/platform/secrets/secret-box";
import type { DirectLinkProblem, DirectLinkState } from "./schema";

/** A link with the template that it leads to. */
export interface OwnLink {
  link: DirectLink;
  template: Template;
  /** The version that a use would take; null when it is missing. */
  version: TemplateVersion | null;
  /** Uses of the last 24 hours. */
  usesToday: number;
}

/** The links of the caller's own template, or one of them, oldest first. */
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

/** The time of the next possible use once the day's uses are used up; null if one is possible now. */
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

/** The URL of the link's page, for its owner. */
export function urlOf(
  ctx: Pick<Ctx, "secrets" | "publicUrl">,
  { tokenSealed }: Pick<DirectLink, "tokenSealed">,
): string {
  return `${ctx.publicUrl}/l/${ctx.secrets.open("direct-link", tokenSealed).toString()}`;
}

type Roles = Pick<TemplateVersion, "roles">;
type Limits = Pick<DirectLink, "isOn" | "endsAt" | "maxUses" | "maxUsesPerDay" | "uses">;

/**
 * The template's role of the visitor, and what prevents a use of this version; the template may have changed since the
 * link was made.
 */
export function problemOf(
  { role, people }: Pick<DirectLink, "role" | "people">,
  version: Roles | null,
  settings: Pick<Settings, "allowedSignMethods">,
): DirectLinkProblem | null {
  if (!version) return "version";
  const own = version.roles.find(({ name }) => name === role);
  if (!own || own.role === "cc") return "role";
  if (own.signingOrder !== firstStep(version.roles)) return "step";
  if (!isSignedByMail(own, settings)) return "method";
  return version.roles.every(({ name }) => name === role || Object.hasOwn(people, name)) ? null : "people";
}

function firstStep(roles: readonly TemplateRole[]): number {
  return Math.min(...roles.filter(({ role }) => role !== "cc").map(({ signingOrder }) => signingOrder));
}

const byMail: ReadonlySet<SignMethod | null> = new Set(["email", "link", null]);

/**
 * A visitor has proved a mailbox and nothing else, so the default method and the link alone become an e-mailed code.
 */
function isSignedByMail(
  { signMethod, identifyMethod, role }: TemplateRole,
  { allowedSignMethods }: Pick<Settings, "allowedSignMethods">,
): boolean {
  const isMailbox =
    identifyMethod === undefined || identifyMethod === null || ["email", "link"].includes(identifyMethod);
  return allowedSignMethods.includes("email") && isMailbox && (role === "viewer" || byMail.has(signMethod));
}

/** The roles as a use of the link has them: the visitor is identified by e-mail and signs by the same code. */
export function rolesForVisitor<Version extends Roles>(version: Version, role: string): Version {
  return {
    ...version,
    roles: version.roles.map((given) =>
      given.name === role ? { ...given, signMethod: "email" as const, identifyMethod: "email" as const } : given,
    ),
  };
}

/** The state of a link, given its uses of the last 24 hours. */
export function stateOf(
  link: Limits,
  { usesToday, problem, now }: { usesToday: number; problem: DirectLinkProblem | null; now: Date },
): DirectLinkState {
  if (!link.isOn) return "off";
  if (link.endsAt !== null && link.endsAt <= now) return "ended";
  if (link.maxUses !== null && link.uses >= link.maxUses) return "used_up";
  if (problem) return "unsuitable";
  return link.maxUsesPerDay !== null && usesToday >= link.maxUsesPerDay ? "full_today" : "open";
}

/**
 * An origin as a content policy takes it (W3C CSP 3, `frame-ancestors`), or null. A URL parser accepts hosts such as `*`
 * and `x;sandbox`, which would be a wildcard or another directive there.
 */
export function readOrigin(text: string): string | null {
  const url = URL.parse(text);
  const isSafe = url?.protocol === "https:" || (url?.protocol === "http:" && url.hostname === "localhost");
  const isOrigin = url?.pathname === "/" && !(url.search || url.hash || url.username || url.password);
  return isSafe && isOrigin && plainHost.test(url.hostname) ? url.origin : null;
}

/** A domain name, an IPv4 address or an IPv6 address, in the spelling of a URL parser. */
const plainHost = /^(?:[a-z0-9.-]+|\[[0-9a-f:]+\])$/;

/** The origins that may frame the link's page. Earlier versions also stored others, which have no effect. */
export function embedOriginsOf({ embedOrigins }: Pick<DirectLink, "embedOrigins">): string[] {
  return embedOrigins.flatMap((text) => readOrigin(text) ?? []);
}
