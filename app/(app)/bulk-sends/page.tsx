import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { forRequesters } from "@/app/(app)/templates/own-template";
import { BulkStatePill } from "@/components/bulk/bulk-tables";
import { EmptyState } from "@/components/ui/empty-state";
import { PageHeader } from "@/components/ui/page-header";
import { ButtonLink, PageLink } from "@/components/ui/page-link";
import { Time } from "@/components/ui/time";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import type { BulkSendWire } from "@/lib/requests/bulk/schema";
import { listBulkSends } from "@/lib/requests/bulk/show";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("bulk"))("title") };
}

export default async function BulkSendsPage({ searchParams }: PageProps<"/bulk-sends">) {
  const { ctx, actor } = await forRequesters();
  const t = await getTranslations("bulk");
  const templates = await getTranslations("templates");
  const { cursor } = await searchParams;
  const { data, pagination } = await listBulkSends(ctx, actor, {
    cursor: typeof cursor === "string" && /^[1-9]\d{0,8}$/.test(cursor) ? Number(cursor) : undefined,
  });
  return (
    <AreaMessages areas={["bulk", "shell", "errors"]}>
      <div data-wide hidden />
      <PageHeader title={t("title")} meta={t("lead")} back={{ href: "/templates", label: templates("title") }} />
      <BulkList bulkSends={data} />
      {pagination.nextCursor !== null && (
        <div className="mt-6 flex justify-center">
          <ButtonLink href={`/bulk-sends?cursor=${pagination.nextCursor}`}>{t("older")}</ButtonLink>
        </div>
      )}
    </AreaMessages>
  );
}

/** The bulk sends of an account, newest first. */
function BulkList({ bulkSends }: { bulkSends: readonly BulkSendWire[] }) {
  const t = useTranslations("bulk");
  if (bulkSends.length === 0)
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
      {bulkSends.map((bulkSend) => (
        <li key={bulkSend.id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-5 py-4">
          <div className="min-w-0">
            <h2 className="text-body font-semibold wrap-anywhere">
              <PageLink href={`/bulk-sends/${bulkSend.id}`} className="inline-block min-h-6 hover:underline">
                <bdi>{bulkSend.name}</bdi>
              </PageLink>
            </h2>
            <p className="text-ui text-muted">
              {t("progress", { done: bulkSend.counts.sent, total: bulkSend.total })}
              {bulkSend.counts.failed > 0 && (
                <>
                  {" · "}
                  <span className="text-danger">{t("failed", { count: bulkSend.counts.failed })}</span>
                </>
              )}
              {" · "}
              <Time at={bulkSend.createdAt} />
            </p>
          </div>
          <BulkStatePill bulkSend={bulkSend} />
        </li>
      ))}
    </ul>
  );
}
