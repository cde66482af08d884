import { headers } from "next/headers";
import type { ServerResponse } from "node:http";
import { resolveVisitor, type GuestTarget } from "@/lib/auth/resolve-actor";
import { withRequest, type Actor, type Ctx } from "@/lib/context";
import { runtime } from "@/lib/runtime";
import { pageFacts, servedPath, servedResponse } from "./request-facts";

/** What a page calls its verbs with: the context of this request, and who is logged in, or else the guest of what the page is about. */
export async function pageRequest(target: GuestTarget | null = null): Promise<{ ctx: Ctx; actor: Actor }> {
  const asked = await headers();
  const ctx = withRequest(runtime().ctx, pageFacts(asked));
  return { ctx, actor: await resolveVisitor(ctx, asked, target) };
}

/**
 * Answers this page with a status of its own, such as 410 for a link that is over (UX.md section 2). To be called before the page
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
