import { useTranslations } from "next-intl";
import { ButtonLink } from "@/components/ui/button-link";
import { EmptyState } from "@/components/ui/empty-state";
import { PageLink } from "@/components/ui/page-link";
import { Time } from "@/components/ui/time";
import type { BulkSendWire } from "@/lib/requests/bulk/schema";
import { BulkStatePill } from "./bulk-state";

/** The batches of an account, the newest first. */
export function BulkList({ batches }: { batches: readonly BulkSendWire[] }) {
  const t = useTranslations("bulk");
  if (batches.length === 0)
    return (
      <EmptyState
        picture="documents"
        title={t("empty.title")}
        body={t("empty.body")}
        action={<ButtonLink href="/templates">{t("empty.templates")}</ButtonLink>}
      />
    );
  return (
    <ul className="divide-y divide-hairline rounded-card border border-hairline bg-surface">
      {batches.map((batch) => (
        <li key={batch.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-4">
          <div className="min-w-0">
            <h2 className="text-body font-semibold wrap-anywhere">
              <PageLink href={`/bulk-sends/${batch.id}`} className="inline-block min-h-6 hover:underline">
                <bdi>{batch.name}</bdi>
              </PageLink>
            </h2>
            <p className="text-ui text-muted">
              {t("progress", { done: batch.counts.sent, total: batch.total })}
              {batch.counts.failed > 0 && (
                <>
                  {" · "}
                  <span className="text-danger">{t("failed", { count: batch.counts.failed })}</span>
                </>
              )}
              {" · "}
              <Time at={batch.createdAt} />
            </p>
          </div>
          <BulkStatePill batch={batch} />
        </li>
      ))}
    </ul>
  );
}
