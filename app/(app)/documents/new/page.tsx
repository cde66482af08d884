import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { NewDocument } from "@/components/documents/new/new-document";
import { mayRequest } from "@/lib/accounts/actor";
import { loggedIn } from "@/lib/api/http/page-request";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("documents"))("new.title") };
}

export default async function NewDocumentPage() {
  const { ctx, actor } = await loggedIn();
  if (!mayRequest(actor.account.role)) redirect("/documents");
  return (
    <AreaMessages areas={["documents", "upload", "shell", "errors"]}>
      <NewDocument maxBytes={ctx.limits.pdfStreamedBytes} />
    </AreaMessages>
  );
}
