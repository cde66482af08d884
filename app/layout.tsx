import type { Metadata } from "next";
import type { ReactNode } from "react";

export const metadata: Metadata = { title: "Paraph", description: "Documents signed by each of their signers" };

export default function RootLayout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
