"use client";

import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { buttonLook, type ButtonVariant, type ControlSize } from "./button";
import { useTooltip } from "./use-tooltip";

interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  /** Accessible name and tooltip. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariant | undefined;
  size?: ControlSize | undefined;
}

/** A square icon button: 32 px in the app, 44 px for signers. */
export function IconButton({
  label,
  icon,
  variant = "quiet",
  size = "app",
  className,
  type = "button",
  ...rest
}: IconButtonProps) {
  const square = size === "app" ? "size-8! min-h-0! p-0!" : "size-11! min-h-0! p-0!";
  const { handlers, tooltip } = useTooltip(label);
  return (
    <>
      <button
        type={type}
        aria-label={label}
        className={buttonLook(variant, size, clsx(square, className))}
        {...rest}
        // A menu gives its trigger handlers of its own.
        onPointerEnter={both(handlers.onPointerEnter, rest.onPointerEnter)}
        onPointerLeave={both(handlers.onPointerLeave, rest.onPointerLeave)}
        onPointerDown={both(handlers.onPointerDown, rest.onPointerDown)}
        onFocus={both(handlers.onFocus, rest.onFocus)}
        onBlur={both(handlers.onBlur, rest.onBlur)}
      >
        <span aria-hidden className="inline-flex [&_svg]:size-4">
          {icon}
        </span>
      </button>
      {tooltip}
    </>
  );
}

function both<Event>(own: (event: Event) => void, given: ((event: Event) => void) | undefined): (event: Event) => void {
  return (event) => {
    given?.(event);
    own(event);
  };
}
