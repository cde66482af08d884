import { useTranslations } from "next-intl";
import { TabsNav } from "@/components/ui/tabs-nav";

const tabs = [
  { id: "settings", href: "/administration" },
  { id: "gateways", href: "/administration/gateways" },
  { id: "users", href: "/administration/users" },
  { id: "certificates", href: "/administration/certificates" },
  { id: "erasure", href: "/administration/erasure" },
  { id: "retention", href: "/administration/retention" },
  { id: "jobs", href: "/administration/jobs" },
  { id: "health", href: "/administration/health" },
] as const;

export function AdministrationTabs({ current }: { current: (typeof tabs)[number]["id"] }) {
  const t = useTranslations("administration.tabs");
  return (
    <div className="mb-6">
      <TabsNav label={t("label")} current={current} tabs={tabs.map((tab) => ({ ...tab, label: t(tab.id) }))} />
    </div>
  );
}
