import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import Link from "next/link";
import { ResetForm } from "@/components/account/reset-password";
import { NarrowPage, textLink } from "@/components/shell/narrow-pages";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account.reset"))("title") };
}

/** Requests an e-mail with a link to set a new password. */
export default async function ResetPage() {
  const t = await getTranslations("account.reset");
  return (
    <NarrowPage title={t("title")}>
      <AreaMessages areas={["account", "shell", "errors"]}>
        <ResetForm />
      </AreaMessages>
      <p className="mt-4 text-ui">
        <Link href="/login" className={textLink}>
          {t("back")}
        </Link>
      </p>
    </NarrowPage>
  );
}
