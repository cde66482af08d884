import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import Link from "next/link";
import { DocsNav } from "@/components/docs/docs-nav";
import { OperationList } from "@/components/docs/operation-list";
import { ButtonLink } from "@/components/ui/button-link";
import { PageHeader } from "@/components/ui/page-header";
import { pageRequest } from "@/lib/http/page-request";
import { describedApi } from "../described-api";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("docs.index"))("title") };
}

/** Every operation of the service, each with a page to read and try it. */
export default async function ApiPage() {
  const words = await getTranslations("docs.index");
  const { ctx } = await pageRequest();
  return (
    <>
      <PageHeader
        title={words("title")}
        actions={
          <>
            <ButtonLink href="/openapi.json" prefetch={false}>
              {words("description")}
            </ButtonLink>
            <ButtonLink href="/developers" variant="primary">
              {words("quickstart")}
            </ButtonLink>
          </>
        }
      />
      <DocsNav current="api" />
      <p className="max-w-180">{words("lead", { base: `${ctx.publicUrl}/api/v1` })}</p>
      <dl className="mt-6 grid gap-x-8 gap-y-4 text-ui sm:grid-cols-3">
        <div>
          <dt className="font-semibold">{words("whoTitle")}</dt>
          <dd className="mt-1 text-muted">{words("who")}</dd>
        </div>
        <div>
          <dt className="font-semibold">{words("retryTitle")}</dt>
          <dd className="mt-1 text-muted">{words("retry")}</dd>
        </div>
        <div>
          <dt className="font-semibold">{words("refusalTitle")}</dt>
          <dd className="mt-1 text-muted">
            {words.rich("refusal", {
              errors: (text) => (
                <Link href="/docs/errors" className="text-primary underline">
                  {text}
                </Link>
              ),
            })}
          </dd>
        </div>
      </dl>
      <h2 className="mt-10 text-h2 font-semibold">{words("operations")}</h2>
      <OperationList api={describedApi()} />
    </>
  );
}
