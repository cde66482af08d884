import "@fontsource-variable/inter";
import type { Metadata, Viewport } from "next";
import { getLocale, getTranslations } from "next-intl/server";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { EarlyPresses } from "@/components/shell/hydration";
import { LimitsProvider, type PageLimits } from "@/components/ui/page-limits";
import { pageBrand } from "@/lib/api/http/page-request";
import { config } from "@/lib/platform/config";
import { toMinutes, type Limits } from "@/lib/platform/limits";
import { directionOf, tagOf } from "@/lib/platform/locale/languages";
import { pageFacts, servedPath } from "@/lib/platform/next/served-request";
import "./theme.css";

export const viewport: Viewport = {
  width: "device-width",
  initialScale: 1,
  viewportFit: "cover",
  colorScheme: "light dark",
};

/** Link previews are the same for every page, because a title may hold a document's name. */
export async function generateMetadata(): Promise<Metadata> {
  const t = await getTranslations("shell");
  const [product, description] = [(await pageBrand()).name ?? t("productName"), t("description")];
  return {
    metadataBase: new URL(config().publicUrl),
    title: { default: product, template: `%s · ${product}` },
    description,
    openGraph: { title: product, description, siteName: product, type: "website" },
    twitter: { card: "summary_large_image", title: product, description },
  };
}

export default async function RootLayout({ children }: { children: ReactNode }) {
  // A page rendered at build time would have no nonce, and the content policy would block its scripts.
  const locale = await getLocale();
  const requested = await headers();
  const { id } = pageFacts(requested);
  const nonce = /'nonce-([^']+)'/.exec(requested.get("content-security-policy") ?? "")?.[1];
  const { properties } = await pageBrand();
  return (
    <html
      lang={tagOf(locale)}
      dir={directionOf(locale)}
      data-request={id}
      data-path={servedPath().split("?")[0]}
      style={properties}
    >
      <body>
        <EarlyPresses nonce={nonce} />
        <LimitsProvider limits={pageLimits(config().limits)}>{children}</LimitsProvider>
      </body>
    </html>
  );
}

function pageLimits(limits: Limits): PageLimits {
  const { fileLifetimeDays, pdfInJsonBytes, pdfStreamedBytes, gatewayTestsPerHour } = limits;
  return {
    fileLifetimeDays,
    codeMinutes: toMinutes(limits.codeLifetimeSeconds),
    freshProofMinutes: toMinutes(limits.freshProofSeconds),
    drawingMinutes: toMinutes(limits.drawingSeconds),
    accountLinkMinutes: toMinutes(limits.accountLinkSeconds),
    pdfInJsonBytes,
    pdfStreamedBytes,
    gatewayTestsPerHour,
  };
}
