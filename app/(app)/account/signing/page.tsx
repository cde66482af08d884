import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { PhoneCard, TelegramCard } from "@/components/account/code-cards";
import { AccountFrame } from "@/components/shell/section-frames";
import { StoredSignatures } from "@/components/signature-pad/stored-signatures";
import { Card } from "@/components/ui/card";
import { logInPath, pageRequest } from "@/lib/api/http/page-request";
import { getTelegramLink, toTelegramStateWire } from "@/lib/delivery/telegram/links";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account.account"))("titles.signing") };
}

/** Stored signatures, and where codes go. */
export default async function SigningPage() {
  const { ctx, actor } = await pageRequest();
  if (actor.kind !== "account") redirect(logInPath());
  const t = await getTranslations("account.account");
  const { account } = actor;
  const telegram = toTelegramStateWire(await getTelegramLink(ctx, actor));
  return (
    <AreaMessages areas={["account", "signature", "shell", "errors"]}>
      <AccountFrame current="signing">
        <Card title={t("signature")}>
          <StoredSignatures name={account.displayName} />
        </Card>
        <PhoneCard email={account.email} phone={account.phone} />
        {telegram.configured && <TelegramCard linkedAt={telegram.linkedAt} />}
      </AccountFrame>
    </AreaMessages>
  );
}
