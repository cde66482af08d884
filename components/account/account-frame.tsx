import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { PageHeader } from "@/components/ui/page-header";
import { sectionLook, SectionNav } from "@/components/ui/tabs-nav";

const tabs = [
  { id: "profile", href: "/account" },
  { id: "signing", href: "/account/signing" },
  { id: "security", href: "/account/security" },
  { id: "data", href: "/account/data" },
] as const;

interface AccountFrameProps {
  current: (typeof tabs)[number]["id"];
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
        tabs={tabs.map((tab) => ({ ...tab, label: t(`parts.${tab.id}`) }))}
      />
      <div className="min-w-0">
        <PageHeader title={t(`parts.${current}`)} meta={t(`leads.${current}`)} />
        <div className="flex flex-col gap-6">{children}</div>
      </div>
    </div>
  );
}
