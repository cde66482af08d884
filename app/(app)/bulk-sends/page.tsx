import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { BulkList } from "@/components/bulk/bulk-list";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import { listBulkSends } from "@/lib/requests/bulk/show";
import { forRequesters } from "../templates/own-template";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("bulk"))("title") };
}

export default async function BulkSendsPage({ searchParams }: PageProps<"/bulk-sends">) {
  const { ctx, actor } = await forRequesters();
  const t = await getTranslations("bulk");
  const { cursor } = await searchParams;
  const { data, pagination } = await listBulkSends(ctx, actor, {
    cursor: typeof cursor === "string" && /^[1-9]\d{0,8}$/.test(cursor) ? Number(cursor) : undefined,
  });
  return (
    <AreaMessages areas={["bulk", "shell", "errors"]}>
      <div data-wide hidden />
      <PageHeader title={t("title")} meta={t("lead")} back={{ href: "/templates", label: t("empty.templates") }} />
      <BulkList batches={data} />
      {pagination.nextCursor !== null && (
        <div className="mt-6 flex justify-center">
          <ButtonLink href={`/bulk-sends?cursor=${pagination.nextCursor}`}>{t("older")}</ButtonLink>
        </div>
      )}
    </AreaMessages>
  );
}
