"use client";

import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { buttonLook, type ButtonVariant, type ControlSize } from "./button-look";
import { Tooltip } from "./tooltip";

interface IconButtonProps extends Omit<ComponentProps<"button">, "children"> {
  /** Name and tooltip. */
  label: string;
  icon: ReactNode;
  variant?: ButtonVariant | undefined;
  size?: ControlSize | undefined;
}

/** A square button with an icon: 32 px in the app, 44 px for signers. */
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
  return (
    <Tooltip label={label}>
      <button type={type} aria-label={label} className={buttonLook(variant, size, clsx(square, className))} {...rest}>
        <span aria-hidden className="inline-flex [&_svg]:size-4">
          {icon}
        </span>
      </button>
    </Tooltip>
  );
}
