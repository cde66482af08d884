import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import Link from "next/link";
import { redirect } from "next/navigation";
import { LogInForm } from "@/components/account/log-in-form";
import { NarrowPage } from "@/components/account/narrow-page";
import { textLink } from "@/components/account/text-link";
import { nextPath } from "@/lib/http/next-path";
import { pageRequest } from "@/lib/http/page-request";
import { AreaMessages } from "@/lib/locale/area-messages";
import { readSettings } from "@/lib/settings/read";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account.logIn"))("title") };
}

/** Logs in and leads back to where somebody came from; who is logged in is led there at once. */
export default async function LogInPage({ searchParams }: { searchParams: Promise<{ next?: string | string[] }> }) {
  const { ctx, actor } = await pageRequest();
  const next = nextPath((await searchParams).next);
  if (actor.kind === "account") redirect(next);
  const words = await getTranslations("account.logIn");
  const { signup } = await readSettings(ctx);
  return (
    <NarrowPage title={words("title")}>
      <AreaMessages areas={["account", "shell", "errors"]}>
        <LogInForm next={next} />
      </AreaMessages>
      <div className="mt-4 flex flex-wrap items-center justify-between gap-x-6 text-ui">
        <Link href="/reset" className={textLink}>
          {words("forgot")}
        </Link>
        {signup === "open" && (
          <span className="text-muted">
            {words("noAccount")}{" "}
            <Link href="/register" className={textLink}>
              {words("register")}
            </Link>
          </span>
        )}
      </div>
    </NarrowPage>
  );
}
