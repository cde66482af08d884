import { desc, eq } from "drizzle-orm";
import { directLinks } from "@/db/schema/templates";
import { outboxJobs } from "@/db/schema/work";
import type { AccountActor, Actor, Ctx } from "@/lib/context/context";
import { createDirectLink } from "@/lib/requests/direct-links/change";
import type { NewDirectLink } from "@/lib/requests/direct-links/schema";
import { createTemplate } from "@/lib/requests/templates/create";
import type { NewTemplate } from "@/lib/requests/templates/schema";
import { actingAs, makeAccount } from "@/lib/testing/accounts";
import { twoPages } from "@/lib/testing/requests";
import { requestVisitorCode, type VisitorCodeSecret, type VisitorCodeSent } from "../request-code";
import { startByLink, type Started } from "../start";

export const anybody: Actor = { kind: "public" };

export interface MadeLink {
  owner: AccountActor;
  templateId: number;
  linkId: number;
  token: string;
}

const box = { page: 1, top: 100, left: 50, width: 150, height: 40 };

export const membership: NewTemplate = {
  name: "Membership",
  file: { base64: twoPages.toString("base64") },
  roles: [
    { name: "Member", signingOrder: 1, description: "Please check the fee." },
    { name: "Guardian", signingOrder: 2 },
    { name: "Club", signingOrder: 3 },
  ],
  fields: [
    { role: "Member", type: "signature", coordinates: box },
    { role: "Guardian", type: "signature", coordinates: { ...box, top: 200 } },
    { role: "Club", type: "signature", coordinates: { ...box, top: 300 } },
  ],
};

export const standardLink: NewDirectLink = {
  name: "Website",
  role: "Member",
  people: { Guardian: { ask: true }, Club: { email: "Club@x.example", displayName: "The Club" } },
};

/** A template with a visitor's role, a role named by the visitor and a preset role, and a link to it. */
export async function makeLink(
  ctx: Ctx,
  changes: Partial<NewDirectLink> = {},
  { owner, template = membership }: { owner?: AccountActor; template?: NewTemplate } = {},
): Promise<MadeLink> {
  const acting = owner ?? actingAs(await makeAccount(ctx));
  const { templateId } = await createTemplate(ctx, acting, template);
  const { linkId } = await createDirectLink(ctx, acting, { id: templateId, ...standardLink, ...changes });
  return { owner: acting, templateId, linkId, token: await tokenOf(ctx, linkId) };
}

export async function tokenOf(ctx: Ctx, linkId: number): Promise<string> {
  const [link] = await ctx.db.select().from(directLinks).where(eq(directLinks.id, linkId));
  if (!link) throw new Error("no such link");
  return ctx.secrets.open("direct-link", link.tokenSealed).toString();
}

/** The newest code sent to a visitor. */
export async function visitorCode(ctx: Ctx): Promise<string> {
  const [job] = await ctx.db
    .select()
    .from(outboxJobs)
    .where(eq(outboxJobs.kind, "visitorCode"))
    .orderBy(desc(outboxJobs.id))
    .limit(1);
  if (!job?.sealed) throw new Error("no code was sent");
  return (JSON.parse(ctx.secrets.open("outbox", job.sealed).toString()) as VisitorCodeSecret).code;
}

export async function askForCode(ctx: Ctx, token: string, email: string): Promise<VisitorCodeSent & { code: string }> {
  const sent = await requestVisitorCode(ctx, anybody, { token, email });
  return { ...sent, code: await visitorCode(ctx) };
}

export const guardian = { Guardian: { email: "gus@x.example", displayName: "Gus" } };

/** A visitor who requests a code and enters it. */
export async function visit(
  ctx: Ctx,
  token: string,
  email: string,
  people: Parameters<typeof startByLink>[2]["people"] = guardian,
): Promise<Started> {
  const { challenge, code } = await askForCode(ctx, token, email);
  return startByLink(ctx, anybody, { token, challenge, code, email, displayName: "Mia Meyer", people });
}
