import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { NotFoundNotice } from "@/components/shell/narrow-pages";
import { pageRequest } from "@/lib/api/http/page-request";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("shell.notFound");
  return { title: t("title") };
}

/** A page of this section that does not exist. The section's layout is the frame. */
export default async function NotFound() {
  const { actor } = await pageRequest();
  return <NotFoundNotice isLoggedIn={actor.kind === "account"} />;
}
