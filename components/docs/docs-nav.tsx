import { useTranslations } from "next-intl";
import Link from "next/link";
import { TabsNav } from "@/components/ui/tabs-nav";
import { MethodBadge } from "./code-block";
import type { ApiView, OperationView } from "./operation-view";

const pages = { api: "/docs/api", webhooks: "/docs/api/webhooks", errors: "/docs/errors" } as const;

/** Navigation of the documentation. */
export function DocsNav({ current }: { current: keyof typeof pages }) {
  const t = useTranslations("docs.nav");
  const tabs = (["api", "webhooks", "errors"] as const).map((id) => ({ id, href: pages[id], label: t(id) }));
  return (
    <div className="mb-8">
      <TabsNav label={t("label")} tabs={tabs} current={current} />
    </div>
  );
}

/** Every operation, in the groups of the API description. */
export function OperationList({ api }: { api: ApiView }) {
  return api.tags.map(({ name, description }) => {
    const own = api.operations.filter(({ tag }) => tag === name);
    if (own.length === 0) return null;
    return (
      <section key={name} aria-labelledby={`tag-${name}`} className="mt-8">
        <h3 id={`tag-${name}`} className="text-reading font-semibold">
          {name}
        </h3>
        <p className="mt-1 text-ui text-muted">{description}</p>
        <ul className="mt-3 divide-y divide-hairline rounded-card border border-hairline bg-surface">
          {own.map((operation) => (
            <OperationRow key={operation.id} operation={operation} />
          ))}
        </ul>
      </section>
    );
  });
}

function OperationRow({ operation: { id, method, path, summary, caller } }: { operation: OperationView }) {
  const t = useTranslations("docs.callers");
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 px-3 py-2.5 text-ui sm:px-4">
      <MethodBadge method={method} />
      <div className="min-w-0 flex-1 basis-60">
        <Link
          href={`/docs/api/${id}`}
          prefetch={false}
          className="inline-block min-h-6 font-medium text-ink hover:underline"
        >
          {summary}
        </Link>
        <p className="font-mono text-caption wrap-anywhere text-muted">{path}</p>
      </div>
      <span className="text-caption text-muted max-sm:ps-20">{t(caller)}</span>
    </li>
  );
}
