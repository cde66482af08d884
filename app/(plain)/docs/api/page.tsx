import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import Link from "next/link";
import { DocsNav, OperationList } from "@/components/docs/docs-nav";
import { PageHeader } from "@/components/ui/page-header";
import { ButtonLink } from "@/components/ui/page-link";
import { pageRequest } from "@/lib/api/http/page-request";
import { describedApi } from "../described-api";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("docs.index"))("title") };
}

/** Every operation of the service, each linked to a page that documents it and can call it. */
export default async function ApiPage() {
  const t = await getTranslations("docs.index");
  const { ctx } = await pageRequest();
  return (
    <>
      <PageHeader
        title={t("title")}
        actions={
          <>
            <ButtonLink href="/openapi.json" prefetch={false}>
              {t("description")}
            </ButtonLink>
            <ButtonLink href="/developers" variant="primary">
              {t("quickstart")}
            </ButtonLink>
          </>
        }
      />
      <DocsNav current="api" />
      <p className="max-w-180">{t("lead", { base: `${ctx.publicUrl}/api/v1` })}</p>
      <dl className="mt-6 grid gap-x-8 gap-y-4 text-ui sm:grid-cols-3">
        <div>
          <dt className="font-semibold">{t("whoTitle")}</dt>
          <dd className="mt-1 text-muted">{t("who")}</dd>
        </div>
        <div>
          <dt className="font-semibold">{t("retryTitle")}</dt>
          <dd className="mt-1 text-muted">{t("retry")}</dd>
        </div>
        <div>
          <dt className="font-semibold">{t("refusalTitle")}</dt>
          <dd className="mt-1 text-muted">
            {t.rich("refusal", {
              errors: (text) => (
                <Link href="/docs/errors" className="text-primary underline">
                  {text}
                </Link>
              ),
            })}
          </dd>
        </div>
      </dl>
      <h2 className="mt-10 text-h2 font-semibold">{t("operations")}</h2>
      <OperationList api={describedApi()} />
    </>
  );
}
