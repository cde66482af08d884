import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { pageRequest } from "@/lib/api/http/page-request";
import type { AccountActor } from "@/lib/platform/context";

/** The title of a page that only these roles may open. For others the page and its title are those of a missing page. */
export async function limitedTitle(title: string, ...roles: AccountActor["account"]["role"][]): Promise<Metadata> {
  const { actor } = await pageRequest();
  if (actor.kind === "account" && roles.includes(actor.account.role)) return { title };
  return { title: (await getTranslations("shell.notFound"))("title") };
}
