import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { Suspense } from "react";
import { DocumentsHeader } from "@/components/documents/list/documents-header";
import { ListSkeleton } from "@/components/documents/list/list-skeleton";
import { UnprovedNotice } from "@/components/documents/list/unproved-notice";
import { readDashboardQuery } from "@/lib/file-views/dashboard-query";
import { AreaMessages } from "@/lib/locale/area-messages";
import { DocumentsSection } from "./documents-section";
import { loggedIn } from "./logged-in";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("documents"))("title") };
}

/** What needs no list is there at once; the list follows. */
export default async function DocumentsPage({ searchParams }: PageProps<"/documents">) {
  const { ctx, actor } = await loggedIn();
  const query = readDashboardQuery(await searchParams);
  return (
    <AreaMessages areas={["documents", "shell", "errors"]}>
      <DocumentsHeader mayRequest={actor.account.role !== "signer"} maxBytes={ctx.limits.pdfStreamedBytes} />
      {actor.account.emailProvedAt === null && <UnprovedNotice email={actor.account.email} />}
      <Suspense fallback={<ListSkeleton />}>
        <DocumentsSection ctx={ctx} actor={actor} query={query} />
      </Suspense>
    </AreaMessages>
  );
}
