import type { ComponentProps, ReactNode } from "react";
import { buttonLook, type ButtonVariant, type ControlSize } from "./button-look";
import { PageLink } from "./page-link";

interface ButtonLinkProps extends ComponentProps<typeof PageLink> {
  variant?: ButtonVariant | undefined;
  size?: ControlSize | undefined;
  icon?: ReactNode;
}

/** A link that looks like a button, because it leads to the next step. */
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
