import { engineTurn } from "@/lib/documents/engine-turn";
import type { PageImage } from "@/lib/documents/pages";
import type { Actor, Ctx } from "@/lib/platform/context";
import { DomainError } from "@/lib/platform/errors";
import { drawPageOf } from "../templates/pages";
import { findOpenLink, type OpenLink } from "./find-open";
import type { PublicLinkWire } from "./schema";

/** `GET /direct-links/{token}`: what a visitor may know before their address is proved. Throws what `findOpenLink` throws. */
export async function showPublicLink(ctx: Ctx, _actor: Actor, { token }: { token: string }): Promise<PublicLinkWire> {
  return describe(await findOpenLink(ctx, token));
}

/** A link as its page shows it, with the origins that may show the page in a frame. */
export interface VisitorView {
  link: PublicLinkWire;
  embedOrigins: readonly string[];
}

/** The same for the link's page. Throws what `findOpenLink` throws. */
export async function openForVisitor(ctx: Ctx, token: string): Promise<VisitorView> {
  const open = await findOpenLink(ctx, token);
  return { link: describe(open), embedOrigins: open.link.embedOrigins };
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
 * Whether strangers may see the first page. Values of an uploaded form became part of its pages, and a signed upload names its signers;
 * values of the template's own fields are never drawn here.
 */
function hasPreview({ document }: OpenLink): boolean {
  return document.frozenFields === 0 && !document.alreadySigned;
}

/** `GET /direct-links/{token}/image`: the first page. Throws what `findOpenLink` throws, `not_found` where there is no preview, `integrity_error`. */
export async function drawPublicPage(
  ctx: Ctx,
  actor: Actor,
  { token, width, format }: { token: string; width: number; format: "png" | "webp" },
): Promise<PageImage> {
  const open = await findOpenLink(ctx, token);
  if (!hasPreview(open)) throw new DomainError("not_found");
  return drawPageOf(ctx, open.document, { n: 1, width, format }, engineTurn(ctx, actor, open.document));
}
