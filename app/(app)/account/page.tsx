import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import type { ReactNode } from "react";
import { EraseAccountCard } from "@/components/account/erase-account-card";
import { ExportCard } from "@/components/account/export-card";
import { LanguageCard } from "@/components/account/language-card";
import { PasswordCard } from "@/components/account/password-card";
import { PhoneCard } from "@/components/account/phone-card";
import { ProfileCard } from "@/components/account/profile-card";
import { SessionsCard } from "@/components/account/sessions-card";
import { SigningPasswordCard } from "@/components/account/signing-password-card";
import { TelegramCard } from "@/components/account/telegram-card";
import { TokensSummaryCard } from "@/components/account/tokens-summary-card";
import { StoredSignatures } from "@/components/signature-pad/stored-signatures";
import { Card } from "@/components/ui/card";
import { PageHeader } from "@/components/ui/page-header";
import { sectionLook, SectionNav } from "@/components/ui/section-nav";
import { getOwnAccount } from "@/lib/accounts/own-account";
import { listSessions } from "@/lib/accounts/sessions";
import { listTokens } from "@/lib/accounts/tokens";
import { toOwnAccountWire, toSessionWire } from "@/lib/accounts/wire";
import { logInPath, pageRequest } from "@/lib/api/http/page-request";
import { getTelegramLink, toTelegramStateWire } from "@/lib/delivery/telegram/links";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account.account"))("title") };
}

/** Everything that people can see and change in their own account. */
export default async function AccountPage() {
  const { ctx, actor } = await pageRequest();
  if (actor.kind !== "account") redirect(logInPath());
  const t = await getTranslations("account.account");
  const account = toOwnAccountWire(await getOwnAccount(ctx, actor));
  const sessions = (await listSessions(ctx, actor)).map(toSessionWire);
  const tokens = await listTokens(ctx, actor);
  const telegram = toTelegramStateWire(await getTelegramLink(ctx, actor));
  return (
    <AreaMessages areas={["account", "signature", "shell", "errors"]}>
      <div className={sectionLook}>
        <SectionNav
          label={t("title")}
          current={null}
          tabs={parts.map((id) => ({ id, href: `#${id}`, label: t(`parts.${id}`) }))}
        />
        <div className="min-w-0">
          <PageHeader title={t("title")} meta={t(`role.${account.role}`)} />
          <div className="flex max-w-200 flex-col gap-6">
            <Part id="profile">
              <ProfileCard
                displayName={account.displayName}
                email={account.email}
                emailProved={account.emailProved}
                storage={account.role === "signer" ? null : account.storage}
              />
              <LanguageCard language={account.language} />
            </Part>
            <Part id="signing">
              <Card title={t("signature")}>
                <StoredSignatures name={account.displayName} />
              </Card>
              <PhoneCard email={account.email} phone={account.phone} />
              {telegram.configured && <TelegramCard linkedAt={telegram.linkedAt} />}
              <SigningPasswordCard email={account.email} hasOne={account.settings.hasSignatureFile} />
            </Part>
            <Part id="security">
              <PasswordCard email={account.email} />
              <SessionsCard sessions={sessions} />
              {account.role !== "signer" && <TokensSummaryCard count={tokens.length} />}
            </Part>
            <Part id="data">
              <ExportCard />
              <EraseAccountCard email={account.email} />
            </Part>
          </div>
        </div>
      </div>
    </AreaMessages>
  );
}

const parts = ["profile", "signing", "security", "data"] as const;

function Part({ id, children }: { id: (typeof parts)[number]; children: ReactNode }) {
  return (
    <div id={id} className="flex scroll-mt-6 flex-col gap-6">
      {children}
    </div>
  );
}
