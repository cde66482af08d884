import { FileSearch, Files } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import type { DashboardTab } from "@/lib/file-views/schema";
import { documentsHref } from "./documents-href";
import { FirstSteps } from "./first-steps";

interface NoDocumentsProps {
  tab: DashboardTab;
  q: string;
  /** The viewer has no document at all. */
  isFirstRun: boolean;
  mayRequest: boolean;
}

/** What a page of the list says when it holds nothing: nothing found, nothing in this tab, or nothing yet. */
export function NoDocuments({ tab, q, isFirstRun, mayRequest }: NoDocumentsProps) {
  const words = useTranslations("documents");
  if (q !== "") return <NothingFound tab={tab} q={q} />;
  if (isFirstRun && mayRequest) return <FirstSteps />;
  const kind = isFirstRun ? "signer" : tab;
  return <EmptyState icon={<Files />} title={words(`empty.${kind}.title`)} body={words(`empty.${kind}.body`)} />;
}

function NothingFound({ tab, q }: { tab: DashboardTab; q: string }) {
  const words = useTranslations("documents.search");
  return (
    <EmptyState
      icon={<FileSearch />}
      title={words("none", { q })}
      body={words("noneBody")}
      action={
        <>
          <ButtonLink href={documentsHref({ tab })}>{words("clear")}</ButtonLink>
          {tab !== "all" && <ButtonLink href={documentsHref({ tab: "all", q })} variant="quiet">{words("everywhere")}</ButtonLink>}
        </>
      }
    />
  );
}
