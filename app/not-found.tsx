import { SearchX } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { KeptMailBanner } from "@/components/shell/kept-mail-banner";
import { plainMainLook } from "@/components/shell/main-look";
import { OutcomePage } from "@/components/shell/outcome-page";
import { Wordmark } from "@/components/shell/wordmark";
import { buttonLook } from "@/components/ui/button-look";
import { pageRequest } from "@/lib/http/page-request";

export async function generateMetadata(): Promise<Metadata> {
  const words = await getTranslations("shell.notFound");
  return { title: words("title") };
}

/** Next sends it along with every page, so it has no script of its own: plain links, no menu. */
export default async function NotFound() {
  const { ctx, actor } = await pageRequest();
  const words = await getTranslations("shell");
  const home = actor.kind === "account" ? "/documents" : "/";
  return (
    <>
      {ctx.mailIsKept && <KeptMailBanner mayOpenInbox={actor.kind === "account" && actor.account.role === "admin"} />}
      <header className="border-b border-hairline bg-surface">
        <div className="mx-auto flex h-14 max-w-280 items-center px-4 sm:px-6">
          <a href={home} aria-label={words("nav.home")} className="inline-flex min-h-11 items-center rounded-control"><Wordmark /></a>
        </div>
      </header>
      <main className={plainMainLook}>
        <OutcomePage icon={SearchX} title={words("notFound.title")} body={words("notFound.body")}>
          <a href={home} className={buttonLook("primary", "signer")}>{words(home === "/" ? "notFound.toStart" : "notFound.toDocuments")}</a>
        </OutcomePage>
      </main>
    </>
  );
}
