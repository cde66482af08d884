import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import Link from "next/link";
import { NarrowPage } from "@/components/account/narrow-page";
import { ResetForm } from "@/components/account/reset-form";
import { textLink } from "@/components/account/text-link";
import { AreaMessages } from "@/lib/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await getTranslations("account.reset"))("title") };
}

/** Asks for the mail by which a new password is set. */
export default async function ResetPage() {
  const words = await getTranslations("account.reset");
  return (
    <NarrowPage title={words("title")}>
      <AreaMessages areas={["account", "shell", "errors"]}>
        <ResetForm />
      </AreaMessages>
      <p className="mt-4 text-ui">
        <Link href="/login" className={textLink}>
          {words("back")}
        </Link>
      </p>
    </NarrowPage>
  );
}
