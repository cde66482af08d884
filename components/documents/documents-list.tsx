import { ArrowLeft, ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import type { Dashboard, DashboardTab } from "@/lib/file-views/schema";
import { DocumentRow } from "./document-row";
import { documentsHref } from "./documents-href";

interface DocumentsListProps {
  dashboard: Pick<Dashboard, "rows" | "older" | "newer">;
  tab: DashboardTab;
  q: string;
}

export function DocumentsList({ dashboard: { rows, older, newer }, tab, q }: DocumentsListProps) {
  const words = useTranslations("documents.list");
  return (
    <>
      <ul aria-label={words("label")} className="divide-y divide-hairline rounded-card border border-hairline bg-surface">
        {rows.map((row) => <DocumentRow key={row.uuid} row={row} />)}
      </ul>
      {(older ?? newer) && (
        <nav aria-label={words("pages")} className="mt-4 flex justify-between gap-2">
          {newer ? <ButtonLink href={documentsHref({ tab, q, after: newer })} rel="prev" icon={<ArrowLeft aria-hidden className="size-4" />}>{words("newer")}</ButtonLink> : <span />}
          {older && <ButtonLink href={documentsHref({ tab, q, before: older })} rel="next">{words("older")}<ArrowRight aria-hidden className="size-4" /></ButtonLink>}
        </nav>
      )}
    </>
  );
}
