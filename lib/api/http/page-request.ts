import type { ServerResponse } from "node:http";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { readPageBrand } from "@/lib/administration/branding";
import { resolveVisitor, type GuestTarget } from "@/lib/auth/resolve-actor";
import { withCaller } from "@/lib/documents/engine-turn";
import type { PageBrand } from "@/lib/platform/brand";
import { withRequest, type AccountActor, type Actor, type Ctx } from "@/lib/platform/context";
import { runtime } from "@/lib/runtime";
import { pageFacts, servedPath, servedResponse } from "./request-facts";

interface PageRequest {
  ctx: Ctx;
  actor: Actor;
}

/** Frame, page and language of one response need the same session, which is looked up once per request. */
const visitors = new WeakMap<ServerResponse, Promise<PageRequest>>();

/** The context for a page's use cases: this request, and the signed-in account or otherwise the guest of the page's target. */
export async function pageRequest(target: GuestTarget | null = null): Promise<PageRequest> {
  const asked = await headers();
  const { ctx, actor } = await visitorOf(asked);
  if (actor.kind === "account" || target === null) return { ctx, actor };
  const visitor = await resolveVisitor(ctx, asked, target);
  return { ctx: withCaller(ctx, visitor), actor: visitor };
}

/** The same for an administrator's page. Responds with 404 to everyone else. */
export async function administratorRequest(): Promise<{ ctx: Ctx; actor: AccountActor }> {
  const { ctx, actor } = await pageRequest();
  if (actor.kind !== "account" || actor.account.role !== "admin") notFound();
  return { ctx, actor };
}

function visitorOf(asked: Pick<Headers, "get">): Promise<PageRequest> {
  const response = servedResponse();
  const known = response && visitors.get(response);
  if (known) return known;
  const visitor = resolvePage(asked);
  if (response) visitors.set(response, visitor);
  return visitor;
}

async function resolvePage(asked: Pick<Headers, "get">): Promise<PageRequest> {
  const ctx = withRequest(runtime().ctx, pageFacts(asked));
  const actor = await resolveVisitor(ctx, asked, null);
  return { ctx: withCaller(ctx, actor), actor };
}

/**
 * Sets the status of this page, such as 410 for an expired link (docs/spec/interface.md#link-states). Call it before the page has rendered
 * anything.
 */
export function answerWithStatus(status: number, answerHeaders: Record<string, string> = {}): void {
  const response: ServerResponse | undefined = servedResponse();
  if (!response || response.headersSent) return;
  response.statusCode = status;
  for (const [name, value] of Object.entries(answerHeaders)) response.setHeader(name, value);
}

/**
 * Allows pages of these origins to show this page in a frame, which is otherwise forbidden (decision 81). Call it before the page has
 * rendered anything.
 */
export function allowFrames(origins: readonly string[]): void {
  const response: ServerResponse | undefined = servedResponse();
  if (!response || response.headersSent) return;
  const policy = String(response.getHeader("content-security-policy") ?? "frame-ancestors 'none'");
  response.setHeader(
    "content-security-policy",
    policy.replace("frame-ancestors 'none'", `frame-ancestors ${origins.join(" ")}`),
  );
  response.removeHeader("x-frame-options");
  response.setHeader("cross-origin-resource-policy", "cross-origin");
}

/** The sign-in page that leads back to this page (`/login?next=…`). */
export function logInPath(): string {
  return `/login?next=${encodeURIComponent(servedPath())}`;
}

/** True for a HEAD, which Next renders like a GET although no one sees the page. */
export function isHeadRequest(): boolean {
  return servedResponse()?.req.method === "HEAD";
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

/** Context and actor of the inbox pages. They exist only while no e-mail provider is configured, and only for administrators. */
export async function inboxRequest() {
  const { ctx, actor } = await administratorRequest();
  if (!ctx.usesMessageInbox) notFound();
  return { ctx, actor };
}
