import { ArrowLeft, ArrowRight, PenLine, X } from "lucide-react";
import { useLocale, useTranslations } from "next-intl";
import Link from "next/link";
import { buttonLook } from "@/components/ui/button";
import { EmptyState } from "@/components/ui/empty-state";
import { Notice } from "@/components/ui/notice";
import { ButtonLink, PageLink } from "@/components/ui/page-link";
import { Skeleton } from "@/components/ui/progress";
import { formatDay } from "@/lib/platform/locale/format";
import type { DashboardTab } from "@/lib/views/dashboard-choices";
import type { Dashboard, DashboardFilters } from "@/lib/views/schema";
import { DocumentRows } from "./document-rows";
import { FirstSteps } from "./documents-header";
import { activeFilters, documentsHref, withoutFilters, type FilterName, type ListPlace } from "./documents-href";

type DocumentsListProps = ListPlace & { dashboard: Pick<Dashboard, "data" | "next" | "previous"> };

/** One page of documents, with links to the next and previous pages. */
export function DocumentsList({ dashboard: { data, next, previous }, ...place }: DocumentsListProps) {
  const t = useTranslations("documents.list");
  return (
    <>
      <DocumentRows rows={data} />
      {(next ?? previous) && (
        <nav aria-label={t("pages")} className="mt-4 flex justify-between gap-2">
          {previous ? (
            <ButtonLink
              href={documentsHref({ ...place, after: previous })}
              rel="prev"
              icon={<ArrowLeft aria-hidden className="size-4 rtl:rotate-180" />}
            >
              {t("former")}
            </ButtonLink>
          ) : (
            <span />
          )}
          {next && (
            <ButtonLink href={documentsHref({ ...place, before: next })} rel="next">
              {t("next")}
              <ArrowRight aria-hidden className="size-4 rtl:rotate-180" />
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  );
}

const rows = 5;

/** Placeholder for the tabs and the list while they load. */
export function ListSkeleton() {
  const t = useTranslations("documents.list");
  return (
    <div role="status" aria-label={t("loading")}>
      <Skeleton className="mb-4 h-10 max-w-120" />
      <Skeleton className="mb-4 h-9 sm:max-w-80" />
      <div className="divide-y divide-hairline rounded-card border border-hairline bg-surface">
        {Array.from({ length: rows }, (_, index) => (
          <div key={index} className="flex items-center gap-4 px-5 py-5">
            <div className="min-w-0 flex-1">
              <Skeleton className="h-4 max-w-60" />
              <Skeleton className="mt-2 h-3 max-w-40" />
            </div>
            <Skeleton className="hidden h-6 w-24 sm:block" />
            <Skeleton className="h-9 w-28" />
          </div>
        ))}
      </div>
    </div>
  );
}

/** The active filters. A press removes one of them, or all. */
export function FilterChips(place: ListPlace) {
  const [t, locale] = [useTranslations("documents.filters"), useLocale()];
  const active = activeFilters(place.filters);
  if (active.length === 0) return null;
  return (
    <ul aria-label={t("active")} className="mb-4 flex flex-wrap items-center gap-2">
      {active.map((name) => (
        <li key={name}>
          <Link
            href={documentsHref({ ...place, filters: { ...place.filters, [name]: "" } })}
            scroll={false}
            aria-label={t("remove", { filter: chip(name) })}
            className="inline-flex min-h-8 max-w-80 items-center gap-1.5 rounded-pill bg-primary-tint ps-3 pe-2 text-ui font-medium text-on-primary-tint hover:underline pointer-coarse:min-h-11 forced-colors:border"
          >
            <span className="truncate">{chip(name)}</span>
            <X aria-hidden className="size-4 shrink-0" />
          </Link>
        </li>
      ))}
      <li>
        <Link
          href={documentsHref({ ...place, filters: withoutFilters(place.filters) })}
          scroll={false}
          className={buttonLook("quiet", "app", "h-8! px-2!")}
        >
          {t("clear")}
        </Link>
      </li>
    </ul>
  );

  function chip(name: FilterName): string {
    const { state, by } = place.filters;
    if (name === "state") return state === "" ? "" : t("chip.state", { state: t(`states.${state}`) });
    if (name === "by") return by === "" ? "" : t(`byWhom.${by}`);
    if (name === "due" || name === "bulkSend") return t(`chip.${name}`);
    const value = place.filters[name];
    return t(`chip.${name}`, {
      value: name === "signer" ? value : formatDay(new Date(`${value}T00:00:00Z`), "UTC", locale),
    });
  }
}

interface NoDocumentsProps {
  tab: DashboardTab;
  filters: DashboardFilters;
  /** Whether the viewer has no documents yet. */
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

/**
 * Requests to an address count only once it is proved (docs/spec/api.md#proved-addresses). Without this notice the list
 * would just look empty.
 */
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

/** On a phone the tabs scroll out of sight, so this puts the documents waiting for the viewer's signature first. */
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
