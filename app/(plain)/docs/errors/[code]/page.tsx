import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import Link from "next/link";
import { notFound } from "next/navigation";
import { CodeBlock } from "@/components/docs/code-block";
import { MethodBadge } from "@/components/docs/method-badge";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { operations } from "@/lib/api/operations/index";
import { possibleErrors } from "@/lib/api/possible-errors";
import { errorCodes, type ErrorCode } from "@/lib/errors";
import { exampleProblem } from "@/lib/http/example-problem";
import { pageRequest } from "@/lib/http/page-request";

interface ErrorPageProps {
  params: Promise<{ code: string }>;
}

/** Where `type` of a problem document leads: the code in kebab case, and no other spelling. */
async function find(params: ErrorPageProps["params"]): Promise<ErrorCode> {
  const { code } = await params;
  return errorCodes.find((known) => known.replaceAll("_", "-") === code) ?? notFound();
}

export async function generateMetadata({ params }: ErrorPageProps): Promise<Metadata> {
  return { title: exampleProblem(await find(params)).title };
}

/** What one code means, and what to do about it. */
export default async function ErrorPage({ params }: ErrorPageProps) {
  const code = await find(params);
  const words = await getTranslations("docs");
  const { ctx } = await pageRequest();
  const { status, title, body } = exampleProblem(code, ctx.publicUrl);
  return (
    <>
      <PageHeader
        title={title}
        back={{ href: "/docs/errors", label: words("errors.back") }}
        meta={<span className="font-mono">{words("errors.codeAndStatus", { code, status: String(status) })}</span>}
      />
      <div className="flex flex-col gap-6">
        <Card>
          <h2 className="font-semibold">{words("errors.means")}</h2>
          <p className="mt-1">{words(`codes.${code}.means`)}</p>
          <h2 className="mt-5 font-semibold">{words("errors.do")}</h2>
          <p className="mt-1">{words(`codes.${code}.do`)}</p>
        </Card>
        <Card title={words("errors.example")}>
          <CodeBlock label={words("errors.example")} code={JSON.stringify(body, null, 2)} />
        </Card>
        <Card title={words("errors.answeredBy")}>
          <Answering code={code} />
        </Card>
      </div>
    </>
  );
}

async function Answering({ code }: { code: ErrorCode }) {
  const words = await getTranslations("docs.errors");
  const own = operations.filter((operation) => possibleErrors(operation).includes(code));
  if (own.length === 0) return <p className="text-ui">{words("edge")}</p>;
  if (own.length === operations.length) return <p className="text-ui">{words("any")}</p>;
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
