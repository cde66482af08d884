import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageHeader } from "@/components/ui/page-header";
import { sectionLook, SectionNav } from "@/components/ui/section-nav";

/** What can do damage comes last. */
const tabs = [
  { id: "settings", href: "/administration" },
  { id: "branding", href: "/administration/branding" },
  { id: "gateways", href: "/administration/gateways" },
  { id: "users", href: "/administration/users" },
  { id: "jobs", href: "/administration/jobs" },
  { id: "health", href: "/administration/health" },
  { id: "certificates", href: "/administration/certificates" },
  { id: "retention", href: "/administration/retention" },
  { id: "erasure", href: "/administration/erasure" },
] as const;

interface AdministrationFrameProps {
  current: (typeof tabs)[number]["id"];
  title: string;
  lead: string;
  children: ReactNode;
}

/** Heading and navigation of every page of the administration. */
export function AdministrationFrame({ current, title, lead, children }: AdministrationFrameProps) {
  const t = useTranslations("administration.tabs");
  return (
    <div className={sectionLook}>
      <SectionNav label={t("label")} current={current} tabs={tabs.map((tab) => ({ ...tab, label: t(tab.id) }))} />
      <div className="min-w-0">
        <PageHeader title={title} meta={lead} />
        {children}
      </div>
    </div>
  );
}
