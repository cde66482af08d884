import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import Link from "next/link";
import { redirect } from "next/navigation";
import { RegisterForm } from "@/components/account/log-in-forms";
import { NarrowPage, textLink } from "@/components/shell/narrow-pages";
import { startPath } from "@/lib/api/http/next-path";
import { pageRequest } from "@/lib/api/http/page-request";
import { readSettings } from "@/lib/context/settings/read";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account.register"))("title") };
}

/** Creates an account where registration is open; otherwise explains how to get one. */
export default async function RegisterPage() {
  const { ctx, actor } = await pageRequest();
  if (actor.kind === "account") redirect(startPath);
  const t = await getTranslations("account.register");
  const { signup } = await readSettings(ctx);
  const logIn = (
    <p className="mt-4 text-ui text-muted">
      {t("haveAccount")}{" "}
      <Link href="/login" className={textLink}>
        {t("logIn")}
      </Link>
    </p>
  );
  if (signup !== "open")
    return (
      <NarrowPage title={t("closedTitle")} lead={t("closed")}>
        {logIn}
      </NarrowPage>
    );
  return (
    <NarrowPage title={t("title")} lead={t("lead")}>
      <AreaMessages areas={["account", "shell", "errors"]}>
        <RegisterForm />
      </AreaMessages>
      {logIn}
    </NarrowPage>
  );
}
