import { getTranslations } from "next-intl/server";
import { documentsHref } from "@/components/documents/list/documents-href";
import { DocumentsList } from "@/components/documents/list/documents-list";
import { DocumentsToolbar } from "@/components/documents/list/documents-toolbar";
import { FilterChips } from "@/components/documents/list/filter-chips";
import { ListFailed } from "@/components/documents/list/list-failed";
import { LiveList } from "@/components/documents/list/live-list";
import { NoDocuments } from "@/components/documents/list/no-documents";
import { TabsNav } from "@/components/ui/tabs-nav";
import type { AccountActor, Ctx } from "@/lib/context";
import { showDashboard } from "@/lib/file-views/dashboard";
import { dashboardTabs } from "@/lib/file-views/dashboard-choices";
import type { DashboardQuery } from "@/lib/file-views/dashboard-query";
import { showListMark } from "@/lib/file-views/list-mark";
import type { Dashboard } from "@/lib/file-views/schema";

interface DocumentsSectionProps {
  ctx: Ctx;
  actor: AccountActor;
  query: DashboardQuery;
}

/** The tabs with their counts, what finds documents, and one page of the list. */
export async function DocumentsSection({ ctx, actor, query }: DocumentsSectionProps) {
  const words = await getTranslations("documents.tabs");
  const read = await readList(ctx, actor, query);
  if (!read) return <ListFailed requestId={ctx.request?.id ?? null} />;
  const {
    mark,
    dashboard: { counts, rows, mayRequest },
    dashboard,
  } = read;
  const { tab, filters, order } = query;
  // Who may not request has no drafts.
  const tabs = dashboardTabs.filter((id) => mayRequest || id !== "drafts");
  return (
    <>
      <LiveList mark={mark} />
      <div className="mb-4">
        <TabsNav
          label={words("label")}
          current={tab}
          tabs={tabs.map((id) => ({
            id,
            href: documentsHref({ tab: id, filters, order }),
            label: words(id),
            count: counts[id],
          }))}
        />
      </div>
      {counts.all > 0 && <DocumentsToolbar tab={tab} filters={filters} order={order} />}
      <FilterChips tab={tab} filters={filters} order={order} />
      {rows.length > 0 ? (
        <DocumentsList dashboard={dashboard} tab={tab} filters={filters} order={order} />
      ) : (
        <NoDocuments tab={tab} filters={filters} isFirstRun={counts.all === 0} mayRequest={mayRequest} />
      )}
    </>
  );
}

/** The mark before the list: what happens between the two is seen by the next look. Null when the list could not be read: the page around it stays. */
async function readList(
  ctx: Ctx,
  actor: AccountActor,
  query: DashboardQuery,
): Promise<{ mark: string; dashboard: Dashboard } | null> {
  try {
    const { mark } = await showListMark(ctx, actor);
    return { mark, dashboard: await showDashboard(ctx, actor, query) };
  } catch (error) {
    ctx.log.error({ err: error, request: ctx.request?.id }, "the documents could not be listed");
    return null;
  }
}
