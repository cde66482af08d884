import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DocumentsHeader, ListFailed } from "@/components/documents/list/documents-header";
import { documentsHref } from "@/components/documents/list/documents-href";
import {
  DocumentsList,
  FilterChips,
  ListSkeleton,
  NoDocuments,
  ToSignFirst,
  UnprovedNotice,
} from "@/components/documents/list/documents-list";
import { DocumentsToolbar } from "@/components/documents/list/documents-toolbar";
import { LiveList } from "@/components/documents/live";
import { LatePart } from "@/components/shell/hydration";
import { TabsNav } from "@/components/ui/tabs-nav";
import { isMailboxProved, mayRequest } from "@/lib/accounts/actor";
import { loggedIn } from "@/lib/api/http/page-request";
import type { AccountActor, Ctx } from "@/lib/context/context";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import { dashboardTabs } from "@/lib/views/dashboard-choices";
import { showDashboard } from "@/lib/views/dashboard/dashboard";
import { readDashboardQuery, type DashboardQuery } from "@/lib/views/dashboard/dashboard-query";
import { showListMark } from "@/lib/views/list/list";
import type { Dashboard } from "@/lib/views/schema";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("documents"))("title") };
}

/** Everything that does not need the list renders at once; the list streams in. */
export default async function DocumentsPage({ searchParams }: PageProps<"/documents">) {
  const { ctx, actor } = await loggedIn();
  const query = readDashboardQuery(await searchParams);
  return (
    <AreaMessages areas={["documents", "shell", "errors"]}>
      <div data-wide hidden />
      <DocumentsHeader mayRequest={mayRequest(actor.account.role)} maxBytes={ctx.limits.pdfStreamedBytes} />
      {!isMailboxProved(actor.account) && <UnprovedNotice email={actor.account.email} />}
      <LatePart fallback={<ListSkeleton />}>
        <DocumentsSection ctx={ctx} actor={actor} query={query} />
      </LatePart>
    </AreaMessages>
  );
}

interface DocumentsSectionProps {
  ctx: Ctx;
  actor: AccountActor;
  query: DashboardQuery;
}

/** Tabs with counts, search and filters, and one page of the list. */
export async function DocumentsSection({ ctx, actor, query }: DocumentsSectionProps) {
  const t = await getTranslations("documents.tabs");
  const read = await readList(ctx, actor, query);
  if (!read) return <ListFailed requestId={ctx.request?.id ?? null} />;
  const {
    mark,
    dashboard: { counts, data, mayRequest },
    dashboard,
  } = read;
  const { tab, filters, order } = query;
  // Accounts that may not request signatures have no drafts.
  const tabs = dashboardTabs.filter((id) => mayRequest || id !== "drafts");
  return (
    <>
      <LiveList mark={mark} />
      <div className="mb-4">
        <TabsNav
          label={t("label")}
          current={tab}
          tabs={tabs.map((id) => ({
            id,
            href: documentsHref({ tab: id, filters, order }),
            label: t(id),
            count: counts[id],
          }))}
        />
      </div>
      {tab === "all" && counts.to_sign > 0 && <ToSignFirst count={counts.to_sign} />}
      {counts.all > 0 && <DocumentsToolbar tab={tab} filters={filters} order={order} />}
      <FilterChips tab={tab} filters={filters} order={order} />
      {data.length > 0 ? (
        <DocumentsList dashboard={dashboard} tab={tab} filters={filters} order={order} />
      ) : (
        <NoDocuments tab={tab} filters={filters} isFirstRun={counts.all === 0} mayRequest={mayRequest} />
      )}
    </>
  );
}

/**
 * The change mark is read before the list, so that a change between the two is caught by the next poll. Null when the
 * list cannot be read; the rest of the page still renders.
 */
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
