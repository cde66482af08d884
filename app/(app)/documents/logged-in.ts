import { redirect } from "next/navigation";
import { logInPath, pageRequest } from "@/lib/api/http/page-request";
import type { AccountActor, Ctx } from "@/lib/platform/context";

/** Context and actor for pages that need an account. Redirects to the log-in page, which leads back here. */
export async function loggedIn(): Promise<{ ctx: Ctx; actor: AccountActor }> {
  const { ctx, actor } = await pageRequest();
  if (actor.kind !== "account") redirect(logInPath());
  return { ctx, actor };
}
