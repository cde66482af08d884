import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import Link from "next/link";
import { notFound } from "next/navigation";
import { CodeBlock, MethodBadge } from "@/components/docs/code-block";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { pageRequest } from "@/lib/api/http/page-request";
import { exampleProblem, possibleErrors } from "@/lib/api/http/possible-errors";
import { operations } from "@/lib/api/operations";
import { errorCodes, type ErrorCode } from "@/lib/platform/errors";

interface ErrorPageProps {
  params: Promise<{ code: string }>;
}

/** Target of `type` in a problem document. Accepts the code in kebab case only. */
async function find(params: ErrorPageProps["params"]): Promise<ErrorCode> {
  const { code } = await params;
  return errorCodes.find((known) => known.replaceAll("_", "-") === code) ?? notFound();
}

export async function generateMetadata({ params }: ErrorPageProps): Promise<Metadata> {
  return { title: exampleProblem(await find(params)).title };
}

/** The meaning of one error code, and how to handle it. */
export default async function ErrorPage({ params }: ErrorPageProps) {
  const code = await find(params);
  const t = await getTranslations("docs");
  const { ctx } = await pageRequest();
  const { status, title, body } = exampleProblem(code, ctx.publicUrl);
  return (
    <>
      <PageHeader
        title={title}
        back={{ href: "/docs/errors", label: t("errors.back") }}
        meta={<span className="font-mono">{t("errors.codeAndStatus", { code, status: String(status) })}</span>}
      />
      <div className="flex flex-col gap-6">
        <Card>
          <h2 className="font-semibold">{t("errors.means")}</h2>
          <p className="mt-1">{t(`codes.${code}.means`)}</p>
          <h2 className="mt-5 font-semibold">{t("errors.do")}</h2>
          <p className="mt-1">{t(`codes.${code}.do`)}</p>
        </Card>
        <Card title={t("errors.example")}>
          <CodeBlock label={t("errors.example")} code={JSON.stringify(body, null, 2)} />
        </Card>
        <Card title={t("errors.answeredBy")}>
          <Answering code={code} />
        </Card>
      </div>
    </>
  );
}

async function Answering({ code }: { code: ErrorCode }) {
  const t = await getTranslations("docs.errors");
  const own = operations.filter((operation) => possibleErrors(operation).includes(code));
  if (own.length === 0) return <p className="text-ui">{t("edge")}</p>;
  if (own.length === operations.length) return <p className="text-ui">{t("any")}</p>;
  return (
    <ul className="flex flex-col gap-2 text-ui">
      {own.map(({ id, method, path, summary }) => (
        <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <MethodBadge method={method} />
          <Link href={`/docs/api/${id}`} prefetch={false} className="inline-block min-h-6 hover:underline">
            {summary}
          </Link>
          <code className="font-mono text-caption wrap-anywhere text-muted">{path}</code>
        </li>
      ))}
    </ul>
  );
}
