import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { notFound } from "next/navigation";
import { MethodBadge, Prose } from "@/components/docs/code-block";
import { OperationDetails } from "@/components/docs/operation-details";
import type { OperationView } from "@/components/docs/operation-view";
import { TryIt } from "@/components/docs/try-it";
import { PageHeader } from "@/components/ui/page-header";
import { pageRequest } from "@/lib/api/http/page-request";
import { AreaMessages } from "@/lib/platform/locale/area-messages";
import { describedApi } from "../../described-api";

interface OperationPageProps {
  params: Promise<{ operation: string }>;
}

async function find(params: OperationPageProps["params"]): Promise<OperationView> {
  const { operation } = await params;
  return describedApi().operations.find(({ id }) => id === operation) ?? notFound();
}

export async function generateMetadata({ params }: OperationPageProps): Promise<Metadata> {
  const { method, path } = await find(params);
  return { title: `${method} ${path}` };
}

/** A PDF, or a file of any type. */
function fileKindOf(mediaTypes: readonly string[]): "pdf" | "file" | null {
  if (mediaTypes.includes("application/pdf")) return "pdf";
  return mediaTypes.includes("application/octet-stream") ? "file" : null;
}

/** One operation: its input, answers and errors, and a form that calls it. */
export default async function OperationPage({ params }: OperationPageProps) {
  const operation = await find(params);
  const t = await getTranslations("docs");
  const { ctx, actor } = await pageRequest();
  const { method, path, isBelowBase, parameters, body } = operation;
  const bodyKind = body === null ? null : body.schema ? "json" : fileKindOf(body.mediaTypes);
  return (
    <AreaMessages areas={["docs", "shell"]}>
      <PageHeader
        title={operation.summary}
        back={{ href: "/docs/api", label: t("operation.back") }}
        meta={
          <>
            <MethodBadge method={method} />
            <code className="font-mono wrap-anywhere text-ink">
              {isBelowBase ? "/api/v1" : ""}
              {path}
            </code>
          </>
        }
      />
      <p className="-mt-3 mb-2 text-ui text-muted">
        {t("operation.caller", { caller: t(`callers.${operation.caller}`) })}
        {operation.scope && ` · ${t("operation.scope", { scope: operation.scope })}`}
        {operation.aliases.map((alias) => (
          <span key={alias}> · {t("operation.alias", { path: alias })}</span>
        ))}
      </p>
      {operation.description && (
        <p className="mb-6 max-w-180">
          <Prose text={operation.description} />
        </p>
      )}
      <div className="mt-6 flex flex-col gap-6">
        <OperationDetails operation={operation} schemas={describedApi().schemas} />
        <TryIt
          method={method}
          path={path}
          isBelowBase={isBelowBase}
          parameters={parameters}
          bodyKind={bodyKind}
          origin={ctx.publicUrl}
          bodyExample={body?.example === undefined ? "{}" : JSON.stringify(body.example, null, 2)}
          email={actor.kind === "account" ? actor.account.email : null}
        />
      </div>
    </AreaMessages>
  );
}
