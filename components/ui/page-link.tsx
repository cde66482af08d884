"use client";

import { useTranslations } from "next-intl";
import Link, { useLinkStatus } from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { buttonLook, type ButtonVariant, type ControlSize } from "./button";

/**
 * A link within the app. While the next page loads, a bar at the top of the window indicates it, joined by a text
 * after a second.
 */
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

interface ButtonLinkProps extends ComponentProps<typeof PageLink> {
  variant?: ButtonVariant | undefined;
  size?: ControlSize | undefined;
  icon?: ReactNode;
}

/**
 * A link styled as a button, for the next step. In a separate module from the buttons, because pages behind an
 * e-mailed link do not load Next's link code.
 */
export function ButtonLink({
  variant = "secondary",
  size = "app",
  icon,
  className,
  children,
  ...rest
}: ButtonLinkProps) {
  return (
    <PageLink className={buttonLook(variant, size, className)} {...rest}>
      {icon}
      {children}
    </PageLink>
  );
}
