import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import Link from "next/link";
import { DocsNav } from "@/components/docs/docs-nav";
import { PageHeader } from "@/components/ui/page-header";
import { exampleProblem } from "@/lib/api/http/possible-errors";
import { errorCodes } from "@/lib/platform/errors";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("docs.errors"))("title") };
}

/** Every error code, grouped by status. */
export default async function ErrorsPage() {
  const t = await getTranslations("docs");
  const codes = errorCodes.map((code) => ({ code, ...exampleProblem(code) })).toSorted((a, b) => a.status - b.status);
  const statuses = [...new Set(codes.map(({ status }) => status))];
  return (
    <>
      <PageHeader title={t("errors.title")} />
      <DocsNav current="errors" />
      <p className="mb-6 max-w-180">{t("errors.lead")}</p>
      {statuses.map((status) => (
        <section key={status} aria-labelledby={`status-${status}`} className="mt-8">
          <h2 id={`status-${status}`} className="font-mono text-h2 font-semibold">
            {status}
          </h2>
          <ul className="mt-3 divide-y divide-hairline rounded-card border border-hairline bg-surface">
            {codes
              .filter((one) => one.status === status)
              .map(({ code }) => (
                <li key={code} className="px-4 py-2.5 text-ui">
                  <Link
                    href={`/docs/errors/${code.replaceAll("_", "-")}`}
                    prefetch={false}
                    className="inline-block min-h-6 font-mono font-semibold text-ink hover:underline"
                  >
                    {code}
                  </Link>
                  <p className="text-muted">{t(`codes.${code}.means`)}</p>
                </li>
              ))}
          </ul>
        </section>
      ))}
    </>
  );
}
