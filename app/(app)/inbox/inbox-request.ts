import { notFound } from "next/navigation";
import { administratorRequest } from "@/lib/api/http/page-request";

/** Context and actor of the inbox pages. They exist only while no mail provider is configured, and only for administrators. */
export async function inboxRequest() {
  const { ctx, actor } = await administratorRequest();
  if (!ctx.usesMessageInbox) notFound();
  return { ctx, actor };
}
