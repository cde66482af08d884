import { clsx } from "clsx";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { Spinner } from "./progress";

interface Look {
  variant?: ButtonVariant | undefined;
  size?: ControlSize | undefined;
  icon?: ReactNode;
}

type ButtonProps = Look &
  ComponentProps<"button"> & {
    /** Busy: the button keeps its width and focus, and ignores presses. */
    busy?: boolean | undefined;
  };

export function Button({
  variant = "secondary",
  size = "app",
  icon,
  busy = false,
  className,
  children,
  onClick,
  type = "button",
  ...rest
}: ButtonProps) {
  const state = busy ? { "aria-busy": true, "aria-disabled": true, onClick: swallow } : onClick ? { onClick } : {};
  return (
    <button type={type} className={buttonLook(variant, size, className)} {...rest} {...state}>
      {busy && <Spinner className="absolute" />}
      <span className={clsx("inline-flex items-center gap-[inherit]", busy && "opacity-0")}>
        {icon}
        {children}
      </span>
    </button>
  );
}

function swallow(event: MouseEvent) {
  event.preventDefault();
}

export type ButtonVariant = "primary" | "secondary" | "quiet" | "danger";
/** `app` is 36 px high, `signer` 44 px (WCAG 2.5.8 asks 24). */
export type ControlSize = "app" | "signer";

const variants: Record<ButtonVariant, string> = {
  primary: "bg-primary text-on-primary border-transparent hover:bg-primary-hover",
  secondary: "bg-surface text-ink border-control hover:bg-canvas",
  quiet: "bg-transparent text-ink border-transparent hover:bg-primary-tint hover:text-on-primary-tint",
  danger: "bg-danger text-on-danger border-transparent hover:bg-danger-hover",
};

const sizes: Record<ControlSize, string> = {
  app: "h-9 max-sm:h-auto max-sm:min-h-9 px-3.5 text-ui gap-2",
  signer: "h-11 max-sm:h-auto max-sm:min-h-11 px-5 text-reading gap-2.5",
};

/** Button classes, for buttons and links. On a phone a long label takes two lines. */
export function buttonLook(variant: ButtonVariant, size: ControlSize, className?: string): string {
  return clsx(
    "relative inline-flex max-w-full shrink-0 items-center justify-center rounded-control border font-medium select-none sm:whitespace-nowrap max-sm:py-1",
    "transition-colors duration-120 disabled:opacity-50 aria-disabled:opacity-50 aria-busy:opacity-100!",
    variants[variant],
    sizes[size],
    className,
  );
}
