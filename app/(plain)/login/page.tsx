import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import Link from "next/link";
import { redirect } from "next/navigation";
import { LogInForm } from "@/components/account/log-in-forms";
import { NarrowPage, textLink } from "@/components/shell/narrow-pages";
import { nextPath } from "@/lib/api/http/next-path";
import { pageRequest } from "@/lib/api/http/page-request";
import { readSettings } from "@/lib/context/settings/read";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account.logIn"))("title") };
}

/** Logs in and redirects to the page the visitor came from. Redirects at once if they are logged in already. */
export default async function LogInPage({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  const { ctx, actor } = await pageRequest();
  const next = nextPath((await searchParams).next);
  if (actor.kind === "account") redirect(next);
  const t = await getTranslations("account.logIn");
  const { signup } = await readSettings(ctx);
  return (
    <NarrowPage title={t("title")}>
      <AreaMessages areas={["account", "shell", "errors"]}>
        <LogInForm next={next} />
      </AreaMessages>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 text-ui">
        <Link href="/reset" className={textLink}>
          {t("forgot")}
        </Link>
        {signup === "open" && (
          <span className="text-muted">
            {t("noAccount")}{" "}
            <Link href="/register" className={textLink}>
              {t("register")}
            </Link>
          </span>
        )}
      </div>
    </NarrowPage>
  );
}
