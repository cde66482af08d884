import type { ComponentProps, ReactNode } from "react";
import { buttonLook, type ButtonVariant, type ControlSize } from "./button";
import { PageLink } from "./page-link";

interface ButtonLinkProps extends ComponentProps<typeof PageLink> {
  variant?: ButtonVariant | undefined;
  size?: ControlSize | undefined;
  icon?: ReactNode;
}

/** A link styled as a button, for the next step. Apart from the buttons, because the pages behind a mailed link do without Next's link code. */
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
