import { Files, FileSearch } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import type { DashboardTab } from "@/lib/file-views/dashboard-choices";
import type { DashboardFilters } from "@/lib/file-views/schema";
import { activeFilters } from "./active-filters";
import { documentsHref } from "./documents-href";
import { FirstSteps } from "./first-steps";

interface NoDocumentsProps {
  tab: DashboardTab;
  filters: DashboardFilters;
  /** The viewer has no document at all. */
  isFirstRun: boolean;
  mayRequest: boolean;
}

/** What a page of the list says when it holds nothing: nothing found, nothing in this tab, or nothing yet. */
export function NoDocuments({ tab, filters, isFirstRun, mayRequest }: NoDocumentsProps) {
  const words = useTranslations("documents");
  if (filters.q !== "" || activeFilters(filters).length > 0) return <NothingFound tab={tab} filters={filters} />;
  if (isFirstRun && mayRequest) return <FirstSteps />;
  const kind = isFirstRun ? "signer" : tab;
  return (
    <EmptyState
      icon={<Files />}
      title={words(`empty.${kind}.title`)}
      body={words(`empty.${kind}.body`)}
      action={mayRequest && tab !== "to_sign" && <ButtonLink href="/documents/new">{words("start.choose")}</ButtonLink>}
    />
  );
}

function NothingFound({ tab, filters }: Pick<NoDocumentsProps, "tab" | "filters">) {
  const words = useTranslations("documents.search");
  const isFiltered = activeFilters(filters).length > 0;
  return (
    <EmptyState
      icon={<FileSearch />}
      title={filters.q === "" ? words("noneFiltered") : words("none", { q: filters.q })}
      body={words(isFiltered ? "noneFilteredBody" : "noneBody")}
      action={
        <>
          <ButtonLink href={documentsHref({ tab })}>
            {words(isFiltered ? (filters.q === "" ? "clearFilters" : "clearBoth") : "clear")}
          </ButtonLink>
          {tab !== "all" && (
            <ButtonLink href={documentsHref({ tab: "all", filters })} variant="quiet">
              {words("everywhere")}
            </ButtonLink>
          )}
        </>
      }
    />
  );
}
