import "@fontsource-variable/inter";
import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { pageFacts, servedPath } from "@/lib/http/request-facts";
import "./theme.css";

export const metadata: Metadata = { title: { default: "Paraph", template: "%s · Paraph" }, description: "Documents signed by each of their signers" };
export const viewport: Viewport = { width: "device-width", initialScale: 1, viewportFit: "cover", colorScheme: "light dark" };

export default async function RootLayout({ children }: { children: ReactNode }) {
  // A page made at build time would carry no nonce, and its scripts would be refused.
  const { id } = pageFacts(await headers());
  return (
    <html lang="en" data-request={id} data-path={servedPath().split("?")[0]}>
      <body>{children}</body>
    </html>
  );
}
