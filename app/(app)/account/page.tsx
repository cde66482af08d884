import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { ProfileForm } from "@/components/account/profile-form";
import { AccountFrame } from "@/components/shell/section-frames";
import { isMailboxProved } from "@/lib/accounts/actor";
import { getOwnAccount } from "@/lib/accounts/own-account";
import { toOwnAccountWire } from "@/lib/accounts/wire";
import { logInPath, pageRequest } from "@/lib/api/http/page-request";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account.account"))("title") };
}

/** Name, language and time zone. */
export default async function ProfilePage() {
  const { ctx, actor } = await pageRequest();
  if (actor.kind !== "account") redirect(logInPath());
  const account = toOwnAccountWire(await getOwnAccount(ctx, actor));
  return (
    <AreaMessages areas={["account", "shell", "errors"]}>
      <AccountFrame current="profile">
        <ProfileForm account={account} isConfirmed={isMailboxProved(actor.account)} />
      </AccountFrame>
    </AreaMessages>
  );
}
