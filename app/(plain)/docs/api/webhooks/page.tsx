import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { CodeBlock } from "@/components/docs/code-block";
import { DocsNav } from "@/components/docs/docs-nav";
import { ParameterList, SchemaMembers } from "@/components/docs/operation-details";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { describedApi } from "../../described-api";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("docs.webhooks"))("title") };
}

/** Webhook events, and how a receiver verifies them. */
export default async function WebhooksPage() {
  const t = await getTranslations("docs.webhooks");
  const { webhooks, schemas } = describedApi();
  const shown = webhooks.find(({ type }) => type === "sign_request.signed") ?? webhooks[0];
  return (
    <>
      <PageHeader title={t("title")} />
      <DocsNav current="webhooks" />
      <p className="mb-6 max-w-180">{t("lead")}</p>
      <div className="flex flex-col gap-6">
        <Card title={t("events")}>
          <dl className="grid gap-x-6 gap-y-2 text-ui sm:grid-cols-[auto_1fr]">
            {webhooks.map(({ type, summary }) => (
              <div key={type} className="sm:contents">
                <dt>
                  <code className="font-mono font-semibold">{type}</code>
                </dt>
                <dd className="text-muted">{summary}</dd>
              </div>
            ))}
          </dl>
        </Card>
        {shown && (
          <Card title={t("headers")}>
            <ParameterList parameters={shown.headers} />
          </Card>
        )}
        {shown?.body.schema && (
          <Card title={t("body")}>
            <div className="grid gap-6 lg:grid-cols-2">
              <div className="min-w-0">
                <SchemaMembers schema={shown.body.schema} named={schemas} />
              </div>
              <CodeBlock
                label={t("example")}
                code={JSON.stringify(shown.body.example, null, 2)}
                className="self-start"
              />
            </div>
          </Card>
        )}
        <Card title={t("verifyTitle")}>
          <p className="text-ui">{t("verify")}</p>
        </Card>
      </div>
    </>
  );
}
