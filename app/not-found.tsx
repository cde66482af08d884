import type { Metadata } from "next";
import { NextIntlClientProvider } from "next-intl";
import { getMessages, getTranslations } from "next-intl/server";
import { NotFoundNotice } from "@/components/shell/narrow-pages";
import { MessageInboxBanner, plainMainLook, SiteFooter } from "@/components/shell/shell-frame";
import { Wordmark } from "@/components/shell/wordmark";
import { pageBrand, pageRequest } from "@/lib/api/http/page-request";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("shell.notFound");
  return { title: t("title") };
}

/**
 * The page for a path outside all sections. Next sends it with every page, so it has no script and only the footer's
 * messages: plain links, no menu.
 */
export default async function NotFound() {
  const { ctx, actor } = await pageRequest();
  const brand = await pageBrand();
  const t = await getTranslations("shell");
  const {
    shell: { language },
  } = await getMessages();
  const home = actor.kind === "account" ? "/documents" : "/";
  return (
    <div className="flex min-h-dvh flex-col">
      {ctx.usesMessageInbox && (
        <MessageInboxBanner mayOpenInbox={actor.kind === "account" && actor.account.role === "admin"} />
      )}
      <header className="border-b border-hairline bg-surface">
        <div className="mx-auto flex h-14 max-w-page items-center px-4 sm:px-6">
          <a
            href={home}
            aria-label={t("nav.home", { name: brand.name ?? t("productName") })}
            className="inline-flex min-h-11 items-center rounded-control"
          >
            <Wordmark brand={brand} />
          </a>
        </div>
      </header>
      <main className={plainMainLook}>
        <NotFoundNotice isLoggedIn={actor.kind === "account"} />
      </main>
      <NextIntlClientProvider messages={{ shell: { language } }}>
        <SiteFooter brand={brand} />
      </NextIntlClientProvider>
    </div>
  );
}
