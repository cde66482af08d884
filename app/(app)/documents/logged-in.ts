import { redirect } from "next/navigation";
import { logInPath, pageRequest } from "@/lib/api/http/page-request";
import type { AccountActor, Ctx } from "@/lib/platform/context";

/** What a page of a logged-in person calls its verbs with; everybody else logs in first and comes back. */
export async function loggedIn(): Promise<{ ctx: Ctx; actor: AccountActor }> {
  const { ctx, actor } = await pageRequest();
  if (actor.kind !== "account") redirect(logInPath());
  return { ctx, actor };
}
