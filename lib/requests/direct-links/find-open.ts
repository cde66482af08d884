import { and, eq, isNull, ne } from "drizzle-orm";
import { accounts, type Account } from "@/db/schema/accounts";
import { directLinks, templateDocuments, templates, templateVersions, type DirectLink } from "@/db/schema/templates";
import { mailboxProved } from "@/lib/accounts/find";
import type { Actor, Ctx } from "@/lib/context/context";
import { linkMiss } from "@/lib/context/rates/request-rates";
import { readSettings } from "@/lib/context/settings/read";
import { engineTurn } from "@/lib/documents/engine-turn";
import type { PageImage } from "@/lib/documents/pages";
import { DomainError } from "@/lib/platform/errors";
import { hashToken } from "@/lib/platform/secrets/secret-box";
import type { WholeTemplate } from "../templates/access";
import { drawPageOf } from "../templates/pages";
import { embedOriginsOf, nextUseAt, problemOf, stateOf, usedVersion } from "./access";
import type { PublicLinkWire } from "./schema";

/** A link that a visitor may use now. */
export interface OpenLink extends WholeTemplate {
  link: DirectLink;
  owner: Account;
  /** The time of the next possible use, while the day's uses are used up. */
  opensAt: Date | null;
}

const tokenPattern = /^[0-9a-f]{32}$/;

/**
 * The link of this token. Throws the same `not_found`, counted as a miss of the caller, for a token that never
 * existed, was rotated, switched off or deleted, or whose template or owner is gone. Throws `direct_link_closed` for
 * a link that has ended, is used up, or no longer fits its template: only somebody who was given the token learns
 * that.
 */
export async function findOpenLink(ctx: Ctx, token: string): Promise<OpenLink> {
  const { link, template, owner, version, document } = await findLink(ctx, token);
  const problem = problemOf(link, version, await readSettings(ctx));
  const state = stateOf(link, { usesToday: 0, problem, now: await ctx.now() });
  if (state !== "open" || !version || !document) throw linkClosed();
  return { link, template, owner, version, document, opensAt: await nextUseAt(ctx, link) };
}

/** The link of this token, even if it takes no more uses. Throws `not_found` like `findOpenLink`. */
export async function findLink(ctx: Ctx, token: string) {
  const row = tokenPattern.test(token) ? await readLink(ctx, token) : null;
  if (!row) throw await linkMiss(ctx);
  return row;
}

export function linkClosed(): DomainError {
  return new DomainError("direct_link_closed", { detail: "This link no longer accepts signatures. Ask its sender." });
}

async function readLink(ctx: Ctx, token: string) {
  const [row] = await ctx.db
    .select({
      link: directLinks,
      template: templates,
      owner: accounts,
      version: templateVersions,
      document: templateDocuments,
    })
    .from(directLinks)
    .innerJoin(templates, eq(templates.id, directLinks.templateId))
    .innerJoin(accounts, eq(accounts.id, templates.ownerId))
    .leftJoin(templateVersions, usedVersion())
    .leftJoin(templateDocuments, eq(templateDocuments.id, templateVersions.documentId))
    .where(
      and(
        eq(directLinks.tokenHash, hashToken(token)),
        eq(directLinks.isOn, true),
        isNull(directLinks.deletedAt),
        isNull(templates.deletedAt),
        mayOffer(),
      ),
    );
  return row ?? null;
}

/** The owner may still ask others to sign: neither erased nor demoted, with an address proved by more than a sign link. */
export function mayOffer() {
  return and(isNull(accounts.erasedAt), ne(accounts.role, "signer"), mailboxProved());
}

/**
 * `GET /direct-links/{token}`: what a visitor may know before their address is proved. Throws what `findOpenLink`
 * throws.
 */
export async function showPublicLink(ctx: Ctx, _actor: Actor, { token }: { token: string }): Promise<PublicLinkWire> {
  return describe(await findOpenLink(ctx, token));
}

/** A link as its page shows it, with the origins that may show the page in a frame. */
export interface VisitorView {
  link: PublicLinkWire;
  embedOrigins: readonly string[];
}

/** The open link for its page. Throws what `findOpenLink` throws. */
export async function openForVisitor(ctx: Ctx, token: string): Promise<VisitorView> {
  const open = await findOpenLink(ctx, token);
  return { link: describe(open), embedOrigins: embedOriginsOf(open.link) };
}

function describe(open: OpenLink): PublicLinkWire {
  const { link, owner, version, document, opensAt } = open;
  const own = version.roles.find(({ name }) => name === link.role);
  if (!own || own.role === "cc") throw new Error("an open link has a role for its visitor");
  return {
    documentName: version.name,
    pages: document.pages.length,
    sender: { name: owner.displayName, email: owner.email },
    role: { name: own.name, does: own.role ?? "signer" },
    message: own.description,
    asks: [...version.roles]
      .sort((a, b) => a.signingOrder - b.signingOrder)
      .filter(({ name }) => link.people[name]?.kind === "asked")
      .map(({ name, role }) => ({ name, does: role ?? "signer" })),
    hasPreview: hasPreview(open),
    opensAt: opensAt?.toISOString() ?? null,
  };
}

/**
 * Whether strangers may see the first page. Values of an uploaded form became part of its pages, and a signed upload
 * names its signers; values of the template's own fields are never drawn here.
 */
function hasPreview({ document }: OpenLink): boolean {
  return document.frozenFields === 0 && !document.alreadySigned;
}

/**
 * `GET /direct-links/{token}/image`: the first page. Throws what `findOpenLink` throws, `not_found` if there is no
 * preview, `integrity_error`.
 */
export async function drawPublicPage(
  ctx: Ctx,
  actor: Actor,
  { token, width, format }: { token: string; width: number; format: "png" | "webp" },
): Promise<PageImage> {
  const open = await findOpenLink(ctx, token);
  if (!hasPreview(open)) throw new DomainError("not_found");
  return drawPageOf(ctx, open.document, { n: 1, width, format }, engineTurn(ctx, actor, open.document));
}
