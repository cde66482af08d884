import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { mayRequest } from "@/lib/accounts/actor";
import { loggedIn } from "@/lib/api/http/page-request";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { DomainError } from "@/lib/platform/errors";
import type { TemplateWire } from "@/lib/requests/templates/schema";
import { showTemplate } from "@/lib/requests/templates/show";

/** Context and actor for pages of people who request signatures. Redirects others to their documents. */
export async function forRequesters(): Promise<{ ctx: Ctx; actor: AccountActor }> {
  const { ctx, actor } = await loggedIn();
  if (!mayRequest(actor.account.role)) redirect("/documents");
  return { ctx, actor };
}

/** The template of the page, read once per request. Answers 404 to anybody but its owner. */
export const readOwnTemplate = cache(
  async (id: string): Promise<{ ctx: Ctx; actor: AccountActor; template: TemplateWire }> => {
    const { ctx, actor } = await forRequesters();
    if (!/^[1-9]\d{0,8}$/.test(id)) notFound();
    try {
      return { ctx, actor, template: await showTemplate(ctx, actor, { id: Number(id) }) };
    } catch (error) {
      if (error instanceof DomainError && error.code === "not_found") notFound();
      throw error;
    }
  },
);
