import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { LatePart } from "@/components/shell/hydration";
import { PageHeader } from "@/components/ui/page-header";
import { Skeleton } from "@/components/ui/progress";
import { sectionLook, SectionNav } from "@/components/ui/tabs-nav";

const accountTabs = [
  { id: "profile", href: "/account" },
  { id: "signing", href: "/account/signing" },
  { id: "security", href: "/account/security" },
  { id: "data", href: "/account/data" },
] as const;

interface AccountFrameProps {
  current: (typeof accountTabs)[number]["id"];
  children: ReactNode;
}

/** Heading and navigation of every page of the account. */
export function AccountFrame({ current, children }: AccountFrameProps) {
  const t = useTranslations("account.account");
  return (
    <div className={sectionLook}>
      <SectionNav
        label={t("title")}
        current={current}
        tabs={accountTabs.map((tab) => ({ ...tab, label: t(`parts.${tab.id}`) }))}
      />
      <div className="min-w-0">
        <PageHeader title={t(`parts.${current}`)} meta={t(`leads.${current}`)} />
        <div className="flex flex-col gap-6">{children}</div>
      </div>
    </div>
  );
}

/** Pages with harmful actions come last. */
const administrationTabs = [
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
  current: (typeof administrationTabs)[number]["id"];
  title: string;
  lead: string;
  children: ReactNode;
}

/**
 * The heading and navigation of every administration page, shown at once. Content that has to be read first is a
 * skeleton until then.
 */
export function AdministrationFrame({ current, title, lead, children }: AdministrationFrameProps) {
  const t = useTranslations("administration.tabs");
  const loading = useTranslations("shell")("loading");
  return (
    <div className={sectionLook}>
      <SectionNav
        label={t("label")}
        current={current}
        tabs={administrationTabs.map((tab) => ({ ...tab, label: t(tab.id) }))}
      />
      <div className="min-w-0">
        <PageHeader title={title} meta={lead} />
        <LatePart fallback={<CardsSkeleton label={loading} />}>{children}</LatePart>
      </div>
    </div>
  );
}

const rowsPerCard = [6, 3];

/** A placeholder for a column of cards with lists. */
function CardsSkeleton({ label }: { label: string }) {
  return (
    <div role="status" aria-label={label} className="flex max-w-240 flex-col gap-6">
      {rowsPerCard.map((rows, card) => (
        <div key={card} className="rounded-card border border-hairline bg-surface p-5">
          <Skeleton className="h-5 max-w-40" />
          <Skeleton className="mt-3 h-4 max-w-100" />
          <div className="mt-4 divide-y divide-hairline">
            {Array.from({ length: rows }, (_, row) => (
              <div key={row} className="flex items-center gap-4 py-4">
                <div className="min-w-0 flex-1">
                  <Skeleton className="h-4 max-w-60" />
                  <Skeleton className="mt-2 h-3 max-w-40" />
                </div>
                <Skeleton className="h-9 w-24" />
              </div>
            ))}
          </div>
        </div>
      ))}
    </div>
  );
}
