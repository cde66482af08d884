import { ArrowLeft, ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import type { Dashboard } from "@/lib/file-views/schema";
import { DocumentRow } from "./document-row";
import { documentsHref, type ListPlace } from "./documents-href";

type DocumentsListProps = ListPlace & { dashboard: Pick<Dashboard, "rows" | "next" | "former"> };

/** One page of the documents, and the way to the pages beside it. */
export function DocumentsList({ dashboard: { rows, next, former }, ...place }: DocumentsListProps) {
  const words = useTranslations("documents.list");
  return (
    <>
      <ul
        aria-label={words("label")}
        className="divide-y divide-hairline rounded-card border border-hairline bg-surface"
      >
        {rows.map((row) => (
          <DocumentRow key={row.uuid} row={row} />
        ))}
      </ul>
      {(next ?? former) && (
        <nav aria-label={words("pages")} className="mt-4 flex justify-between gap-2">
          {former ? (
            <ButtonLink
              href={documentsHref({ ...place, after: former })}
              rel="prev"
              icon={<ArrowLeft aria-hidden className="size-4 rtl:rotate-180" />}
            >
              {words("former")}
            </ButtonLink>
          ) : (
            <span />
          )}
          {next && (
            <ButtonLink href={documentsHref({ ...place, before: next })} rel="next">
              {words("next")}
              <ArrowRight aria-hidden className="size-4 rtl:rotate-180" />
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  );
}
