import Link from "next/link";
import type { ComponentProps, ReactNode } from "react";
import { buttonLook, type ButtonVariant, type ControlSize } from "./button-look";

interface ButtonLinkProps extends ComponentProps<typeof Link> {
  variant?: ButtonVariant | undefined;
  size?: ControlSize | undefined;
  icon?: ReactNode;
}

/** A link that looks like a button, because it leads to the next step. */
export function ButtonLink({ variant = "secondary", size = "app", icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link className={buttonLook(variant, size, className)} {...rest}>
      {icon}
      {children}
    </Link>
  );
}
