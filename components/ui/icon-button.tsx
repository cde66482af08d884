"use client";

import { Tooltip as Base } from "@base-ui/react/tooltip";
import { clsx } from "clsx";
import type { ComponentProps, ReactElement, ReactNode } from "react";
import { buttonLook, type ButtonVariant, type ControlSize } from "./button";

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

interface TooltipProps {
  label: string;
  side?: "top" | "bottom" | "left" | "right" | undefined;
  /** The explained control; its accessible name must not depend on the tooltip. */
  children: ReactElement;
}

function Tooltip({ label, side = "top", children }: TooltipProps) {
  return (
    <Base.Root>
      <Base.Trigger delay={400} render={children} />
      <Base.Portal>
        <Base.Positioner side={side} sideOffset={6} className="z-50">
          <Base.Popup className="max-w-64 rounded-control bg-ink px-2 py-1 text-caption text-canvas shadow-popover transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0 forced-colors:border">
            {label}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
