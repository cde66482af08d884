import { notFound } from "next/navigation";
import { pageRequest } from "@/lib/http/page-request";

/** What the inbox's pages call their verbs with. They exist only while messages are kept, and for administrators only. */
export async function keptMailRequest() {
  const { ctx, actor } = await pageRequest();
  if (!ctx.mailIsKept || actor.kind !== "account" || actor.account.role !== "admin") notFound();
  return { ctx, actor };
}
