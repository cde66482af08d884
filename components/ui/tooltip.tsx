"use client";

import { Tooltip as Base } from "@base-ui/react/tooltip";
import type { ReactElement } from "react";

interface TooltipProps {
  label: string;
  side?: "top" | "bottom" | "left" | "right" | undefined;
  /** The control that it explains; its accessible name must not depend on the tooltip. */
  children: ReactElement;
}

export function Tooltip({ label, side = "top", children }: TooltipProps) {
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
