import { notFound } from "next/navigation";
import { pageRequest } from "@/lib/api/http/page-request";

/** Context and actor of the inbox pages. They exist only while no mail provider is configured, and only for administrators. */
export async function inboxRequest() {
  const { ctx, actor } = await pageRequest();
  if (!ctx.usesMessageInbox || actor.kind !== "account" || actor.account.role !== "admin") notFound();
  return { ctx, actor };
}
