import type { ServerResponse } from "node:http";
import { headers } from "next/headers";
import { resolveVisitor, type GuestTarget } from "@/lib/auth/resolve-actor";
import { withRequest, type Actor, type Ctx } from "@/lib/platform/context";
import { runtime } from "@/lib/runtime";
import { pageFacts, servedPath, servedResponse } from "./request-facts";

interface PageRequest {
  ctx: Ctx;
  actor: Actor;
}

/** Frame, page and language of one answer ask for the same person: the session is looked up once a request. */
const visitors = new WeakMap<ServerResponse, Promise<PageRequest>>();

/** What a page calls its verbs with: the context of this request, and who is logged in, or else the guest of what the page is about. */
export async function pageRequest(target: GuestTarget | null = null): Promise<PageRequest> {
  const asked = await headers();
  const { ctx, actor } = await visitorOf(asked);
  if (actor.kind === "account" || target === null) return { ctx, actor };
  return { ctx, actor: await resolveVisitor(ctx, asked, target) };
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
  return { ctx, actor: await resolveVisitor(ctx, asked, null) };
}

/**
 * Answers this page with a status of its own, such as 410 for a link that is over (docs/spec/interface.md#link-states). To be called before the page
 * has rendered anything.
 */
export function answerWithStatus(status: number, answerHeaders: Record<string, string> = {}): void {
  const response: ServerResponse | undefined = servedResponse();
  if (!response || response.headersSent) return;
  response.statusCode = status;
  for (const [name, value] of Object.entries(answerHeaders)) response.setHeader(name, value);
}

/** Where to log in so that this page follows (`/login?next=…`). */
export function logInPath(): string {
  return `/login?next=${encodeURIComponent(servedPath())}`;
}

/** True for a HEAD, which Next renders like a GET: what it asks for is not shown to anybody. */
export function isHeadRequest(): boolean {
  return servedResponse()?.req.method === "HEAD";
}
