"use client";

import { useTranslations } from "next-intl";
import Link, { useLinkStatus } from "next/link";
import type { ComponentProps } from "react";

/** A link to another page here. While that page is on its way, a bar at the top of the window says so, and after a second a word. */
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
