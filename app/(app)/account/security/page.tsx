import type { Metadata } from "next";
import { useTranslations } from "next-intl";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { PasswordCard, SigningPasswordCard } from "@/components/account/password-cards";
import { SessionsCard } from "@/components/account/sessions-card";
import { AccountFrame } from "@/components/shell/section-frames";
import { Card } from "@/components/ui/card";
import { ButtonLink } from "@/components/ui/page-link";
import { getOwnAccount } from "@/lib/accounts/own-account";
import { listSessions } from "@/lib/accounts/sessions";
import { listTokens } from "@/lib/accounts/tokens";
import { toOwnAccountWire, toSessionWire } from "@/lib/accounts/wire";
import { logInPath, pageRequest } from "@/lib/api/http/page-request";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account.account"))("titles.security") };
}

/** Passwords, sessions and tokens. */
export default async function SecurityPage() {
  const { ctx, actor } = await pageRequest();
  if (actor.kind !== "account") redirect(logInPath());
  const account = toOwnAccountWire(await getOwnAccount(ctx, actor));
  const sessions = (await listSessions(ctx, actor)).map(toSessionWire);
  const tokens = await listTokens(ctx, actor);
  return (
    <AreaMessages areas={["account", "shell", "errors"]}>
      <AccountFrame current="security">
        <PasswordCard email={account.email} />
        <SigningPasswordCard email={account.email} hasOne={account.settings.hasSignatureFile} />
        <SessionsCard sessions={sessions} />
        {account.settings.canRequestSign && <TokensSummaryCard count={tokens.length} />}
      </AccountFrame>
    </AreaMessages>
  );
}

/** The number of active tokens, and a link to the page that creates and revokes them. */
function TokensSummaryCard({ count }: { count: number }) {
  const t = useTranslations("account.account");
  return (
    <Card title={t("tokens")} actions={<ButtonLink href="/developers#tokens">{t("tokensManage")}</ButtonLink>}>
      <p className="text-ui text-muted">{t("tokensCount", { count })}</p>
    </Card>
  );
}
