import type { Metadata } from "next";
import { getTranslations } from "next-intl/server";
import { DrawPage } from "@/components/signing/drawing/draw-page";
import { AreaMessages } from "@/lib/platform/locale/area-messages";

export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("signature.onPhone");
  return { title: t("titleSignature"), robots: { index: false, follow: false } };
}

/** The page that a QR code opens on a phone. The secret is in the fragment, so the page is the same for everyone. */
export default function Page() {
  return (
    <AreaMessages areas={["signature", "shell", "errors"]}>
      <DrawPage />
    </AreaMessages>
  );
}
