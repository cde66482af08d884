import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { redirect } from "next/navigation";
import { AccountFrame } from "@/components/account/account-frame";
import { EraseAccountCard } from "@/components/account/erase-account-card";
import { ExportCard } from "@/components/account/export-card";
import { DangerZone } from "@/components/ui/card";
import { logInPath, pageRequest } from "@/lib/api/http/page-request";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account.account"))("titles.data") };
}

/** Export of the person's data, and the end of the account. */
export default async function DataPage() {
  const { actor } = await pageRequest();
  if (actor.kind !== "account") redirect(logInPath());
  return (
    <AreaMessages areas={["account", "shell", "errors"]}>
      <AccountFrame current="data">
        <ExportCard />
        <DangerZone>
          <EraseAccountCard email={actor.account.email} />
        </DangerZone>
      </AccountFrame>
    </AreaMessages>
  );
}
