import { useTranslations } from "next-intl";
import { TabsNav } from "@/components/ui/tabs-nav";

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
