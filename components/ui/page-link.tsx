"use client";

import { useTranslations } from "next-intl";
import Link, { useLinkStatus } from "next/link";
import type { ComponentProps } from "react";

/** A link within the app. While the next page loads, a bar at the top of the window shows it, and after a second a text. */
export function PageLink({ children, ...rest }: ComponentProps<typeof Link>) {
  return (
    <Link {...rest}>
      {children}
      <Pending />
    </Link>
  );
}

function Pending() {
  const { pending } = useLinkStatus();
  const t = useTranslations("shell");
  return pending ? (
    <span aria-hidden className="page-pending">
      <span>{t("loading")}</span>
    </span>
  ) : null;
}
