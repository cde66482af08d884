import { ArrowLeft, ArrowRight } from "lucide-react";
import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import { Skeleton } from "@/components/ui/progress";
import type { Dashboard } from "@/lib/views/schema";
import { DocumentRows } from "./document-rows";
import { documentsHref, type ListPlace } from "./documents-href";

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
