import { clsx } from "clsx";
import type { ComponentProps, MouseEvent, ReactNode } from "react";
import { buttonLook, type ButtonVariant, type ControlSize } from "./button-look";
import { Spinner } from "./spinner";

interface Look {
  variant?: ButtonVariant | undefined;
  size?: ControlSize | undefined;
  icon?: ReactNode;
}

type ButtonProps = Look &
  ComponentProps<"button"> & {
    /** Work goes on: the button keeps width and focus, and does nothing when pressed. */
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
