import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DocumentsHeader } from "@/components/documents/documents-header";
import { documentsHref } from "@/components/documents/documents-href";
import { DocumentsList } from "@/components/documents/documents-list";
import { DocumentsSearch } from "@/components/documents/documents-search";
import { NoDocuments } from "@/components/documents/no-documents";
import { UnprovedNotice } from "@/components/documents/unproved-notice";
import { TabsNav } from "@/components/ui/tabs-nav";
import { showDashboard } from "@/lib/file-views/dashboard";
import { readDashboardQuery } from "@/lib/file-views/dashboard-query";
import { dashboardTabs } from "@/lib/file-views/schema";
import { AreaMessages } from "@/lib/locale/area-messages";
import { loggedIn } from "./logged-in";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("documents"))("title") };
}

export default async function DocumentsPage({ searchParams }: PageProps<"/documents">) {
  const words = await getTranslations("documents.tabs");
  const { ctx, actor } = await loggedIn();
  const { tab, q, ...cursors } = readDashboardQuery(await searchParams);
  const dashboard = await showDashboard(ctx, actor, { tab, q, ...cursors });
  const { counts, rows, mayRequest } = dashboard;
  // Who may not request has no drafts.
  const tabs = dashboardTabs.filter((id) => mayRequest || id !== "drafts");
  return (
    <AreaMessages areas={["documents", "shell"]}>
      <DocumentsHeader mayRequest={mayRequest} maxBytes={ctx.limits.pdfStreamedBytes} />
      {actor.account.emailProvedAt === null && <UnprovedNotice email={actor.account.email} />}
      <div className="mb-4 flex flex-col gap-4 lg:flex-row-reverse lg:items-end lg:justify-between">
        {counts.all > 0 && <DocumentsSearch tab={tab} q={q} />}
        <div className="min-w-0 lg:flex-1">
          <TabsNav label={words("label")} current={tab} tabs={tabs.map((id) => ({ id, href: documentsHref({ tab: id, q }), label: words(id), count: counts[id] }))} />
        </div>
      </div>
      {rows.length > 0 ? <DocumentsList dashboard={dashboard} tab={tab} q={q} /> : <NoDocuments tab={tab} q={q} isFirstRun={counts.all === 0} mayRequest={mayRequest} />}
    </AreaMessages>
  );
}
