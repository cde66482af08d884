import { ArrowRight, PenLine } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { PageLink } from "@/components/ui/page-link";
import type { DashboardTab } from "@/lib/views/dashboard/dashboard-choices";
import type { DashboardFilters } from "@/lib/views/schema";
import { activeFilters, documentsHref } from "./documents-href";
import { FirstSteps } from "./first-steps";

interface NoDocumentsProps {
  tab: DashboardTab;
  filters: DashboardFilters;
  /** The viewer has no documents at all. */
  isFirstRun: boolean;
  mayRequest: boolean;
}

/** The empty state of a list: no matches, nothing in this tab, or no documents yet. */
export function NoDocuments({ tab, filters, isFirstRun, mayRequest }: NoDocumentsProps) {
  const t = useTranslations("documents");
  if (filters.q !== "" || activeFilters(filters).length > 0) return <NothingFound tab={tab} filters={filters} />;
  if (isFirstRun && mayRequest) return <FirstSteps />;
  const kind = isFirstRun ? "signer" : tab;
  return (
    <EmptyState
      picture={pictures[kind]}
      title={t(`empty.${kind}.title`)}
      body={t(`empty.${kind}.body`)}
      action={<NextStep tab={tab} isFirstRun={isFirstRun} mayRequest={mayRequest} />}
    />
  );
}

const pictures = {
  all: "documents",
  drafts: "documents",
  to_sign: "toSign",
  signer: "toSign",
  waiting: "waiting",
  completed: "done",
} as const;

function NextStep({ tab, isFirstRun, mayRequest }: Pick<NoDocumentsProps, "tab" | "isFirstRun" | "mayRequest">) {
  const t = useTranslations("documents");
  if (isFirstRun && !mayRequest) return <ButtonLink href="/verify">{t("empty.verify")}</ButtonLink>;
  if (tab === "to_sign" || !mayRequest)
    return <ButtonLink href={documentsHref({ tab: "all" })}>{t("empty.showAll")}</ButtonLink>;
  return <ButtonLink href="/documents/new">{t("start.choose")}</ButtonLink>;
}

function NothingFound({ tab, filters }: Pick<NoDocumentsProps, "tab" | "filters">) {
  const t = useTranslations("documents.search");
  const isFiltered = activeFilters(filters).length > 0;
  return (
    <EmptyState
      picture="search"
      title={filters.q === "" ? t("noneFiltered") : t("none", { q: filters.q })}
      body={t(isFiltered ? "noneFilteredBody" : "noneBody")}
      action={
        <>
          <ButtonLink href={documentsHref({ tab })}>
            {t(isFiltered ? (filters.q === "" ? "clearFilters" : "clearBoth") : "clear")}
          </ButtonLink>
          {tab !== "all" && (
            <ButtonLink href={documentsHref({ tab: "all", filters })} variant="quiet">
              {t("everywhere")}
            </ButtonLink>
          )}
        </>
      }
    />
  );
}

/** Requests to an address count only once it is proved (docs/spec/api.md#proved-addresses). Without this notice the list would just look empty. */
export function UnprovedNotice({ email }: { email: string }) {
  const t = useTranslations("documents.unproved");
  return (
    <Notice
      tone="warning"
      title={t("title")}
      className="mb-6"
      action={<ButtonLink href="/account">{t("action")}</ButtonLink>}
    >
      {t("body", { email })}
    </Notice>
  );
}

/** On a phone, where the tabs scroll out of sight: what waits for the viewer's own signature comes before all else. */
export function ToSignFirst({ count }: { count: number }) {
  const t = useTranslations("documents.toSignFirst");
  return (
    <PageLink
      href={documentsHref({ tab: "to_sign" })}
      className="mb-4 flex min-h-14 items-center gap-3 rounded-card bg-primary px-4 py-3 font-medium text-on-primary hover:bg-primary-hover sm:hidden"
    >
      <PenLine aria-hidden className="size-5 shrink-0" />
      <span className="flex-1">{t("title", { count })}</span>
      <span className="inline-flex items-center gap-1 text-ui">
        {t("action")}
        <ArrowRight aria-hidden className="size-4 rtl:rotate-180" />
      </span>
    </PageLink>
  );
}
