import { SearchX } from "lucide-react";
import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { OutcomePage } from "@/components/shell/outcome-page";
import { PlainShell } from "@/components/shell/plain-shell";
import { ButtonLink } from "@/components/ui/button-link";
import { pageRequest } from "@/lib/http/page-request";

export async function generateMetadata(): Promise<Metadata> {
  const words = await getTranslations("shell.notFound");
  return { title: words("title") };
}

export default async function NotFound() {
  const { ctx, actor } = await pageRequest();
  const account = actor.kind === "account" ? actor.account : null;
  const words = await getTranslations("shell.notFound");
  return (
    <PlainShell actor={account} mailIsKept={ctx.mailIsKept}>
      <OutcomePage icon={SearchX} title={words("title")} body={words("body")}>
        <ButtonLink href={account ? "/documents" : "/"} variant="primary" size="signer">{words(account ? "toDocuments" : "toStart")}</ButtonLink>
      </OutcomePage>
    </PlainShell>
  );
}
