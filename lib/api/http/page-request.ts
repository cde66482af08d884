import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { readPageBrand } from "@/lib/administration/branding";
import { resolveVisitor, type GuestTarget } from "@/lib/auth/resolve-actor";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { withCaller } from "@/lib/documents/engine-turn";
import type { PageBrand } from "@/lib/platform/brand";
import { servedPath } from "@/lib/platform/next/served-request";
import { runtime } from "@/lib/runtime";
import { pageVisitor, type PageVisitor } from "./count-request";

/**
 * The context for a page's use cases: this request, and the signed-in account or otherwise the guest of the page's
 * target.
 */
export async function pageRequest(target: GuestTarget | null = null): Promise<PageVisitor> {
  const requestHeaders = await headers();
  const { ctx, actor } = await pageVisitor(requestHeaders);
  if (actor.kind === "account" || target === null) return { ctx, actor };
  const visitor = await resolveVisitor(ctx, requestHeaders, target);
  return { ctx: withCaller(ctx, visitor), actor: visitor };
}

/** Like `pageRequest`, for an administrator's page. Responds with 404 to everyone else. */
export async function administratorRequest(): Promise<{ ctx: Ctx; actor: AccountActor }> {
  const { ctx, actor } = await pageRequest();
  if (actor.kind !== "account" || actor.account.role !== "admin") notFound();
  return { ctx, actor };
}

/** The sign-in page that leads back to this page (`/login?next=…`). */
export function logInPath(): string {
  return `/login?next=${encodeURIComponent(servedPath())}`;
}

/** The brand of this page, read once per request. */
export const pageBrand = cache((): Promise<PageBrand> => readPageBrand(runtime().ctx));

/** The title of a page that only these roles may open. Others get the title of a missing page. */
export async function limitedTitle(title: string, ...roles: AccountActor["account"]["role"][]): Promise<Metadata> {
  const { actor } = await pageRequest();
  if (actor.kind === "account" && roles.includes(actor.account.role)) return { title };
  return { title: (await getTranslations("shell.notFound"))("title") };
}

/** Context and actor for pages that need an account. Redirects to the sign-in page, which leads back here. */
export async function loggedIn(): Promise<{ ctx: Ctx; actor: AccountActor }> {
  const { ctx, actor } = await pageRequest();
  if (actor.kind !== "account") redirect(logInPath());
  return { ctx, actor };
}

/**
 * Context and actor of the inbox pages. They exist only while no e-mail provider is configured, and only for
 * administrators.
 */
export async function inboxRequest() {
  const { ctx, actor } = await administratorRequest();
  if (!ctx.usesMessageInbox) notFound();
  return { ctx, actor };
}
