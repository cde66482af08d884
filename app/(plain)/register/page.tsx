import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import Link from "next/link";
import { redirect } from "next/navigation";
import { NarrowPage } from "@/components/account/narrow-page";
import { RegisterForm } from "@/components/account/register-form";
import { textLink } from "@/components/account/text-link";
import { startPath } from "@/lib/http/next-path";
import { pageRequest } from "@/lib/http/page-request";
import { AreaMessages } from "@/lib/locale/area-messages";
import { readSettings } from "@/lib/settings/read";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account.register"))("title") };
}

/** Makes an account where everybody may; elsewhere it says how accounts come about. */
export default async function RegisterPage() {
  const { ctx, actor } = await pageRequest();
  if (actor.kind === "account") redirect(startPath);
  const words = await getTranslations("account.register");
  const { signup } = await readSettings(ctx);
  const logIn = (
    <p className="mt-4 text-ui text-muted">
      {words("haveAccount")}{" "}
      <Link href="/login" className={textLink}>
        {words("logIn")}
      </Link>
    </p>
  );
  if (signup !== "open")
    return (
      <NarrowPage title={words("closedTitle")} lead={words("closed")}>
        {logIn}
      </NarrowPage>
    );
  return (
    <NarrowPage title={words("title")} lead={words("lead")}>
      <AreaMessages areas={["account", "shell", "errors"]}>
        <RegisterForm />
      </AreaMessages>
      {logIn}
    </NarrowPage>
  );
}
