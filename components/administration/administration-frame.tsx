import { useTranslations } from "next-intl";
import { Suspense, type ReactNode } from "react";
import { CardsSkeleton } from "@/components/ui/cards-skeleton";
import { PageHeader } from "@/components/ui/page-header";
import { sectionLook, SectionNav } from "@/components/ui/section-nav";

/** Pages with harmful actions come last. */
const tabs = [
  { id: "settings", href: "/administration" },
  { id: "branding", href: "/administration/branding" },
  { id: "signatures", href: "/administration/signatures" },
  { id: "gateways", href: "/administration/gateways" },
  { id: "users", href: "/administration/users" },
  { id: "jobs", href: "/administration/jobs" },
  { id: "health", href: "/administration/health" },
  { id: "diagnostics", href: "/administration/diagnostics" },
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

/** Heading and navigation of every page of the administration, at once; what a page has to read first is a skeleton until then. */
export function AdministrationFrame({ current, title, lead, children }: AdministrationFrameProps) {
  const t = useTranslations("administration.tabs");
  const loading = useTranslations("shell")("loading");
  return (
    <div className={sectionLook}>
      <SectionNav label={t("label")} current={current} tabs={tabs.map((tab) => ({ ...tab, label: t(tab.id) }))} />
      <div className="min-w-0">
        <PageHeader title={title} meta={lead} />
        <Suspense fallback={<CardsSkeleton label={loading} />}>{children}</Suspense>
      </div>
    </div>
  );
}
