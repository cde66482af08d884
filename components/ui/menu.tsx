"use client";

import { Menu as Base } from "@base-ui/react/menu";
import type { ReactElement, ReactNode } from "react";

interface MenuProps {
  /** A Button or IconButton. */
  trigger: ReactElement;
  align?: "start" | "end" | undefined;
  /** Open when it first appears, because its button was pressed before its code was there. */
  startsOpen?: boolean | undefined;
  /** MenuItem, MenuLink, MenuSeparator. */
  children: ReactNode;
}

/** A list of acts behind a button: arrows, type-ahead, Escape. */
export function Menu({ trigger, align = "end", startsOpen = false, children }: MenuProps) {
  return (
    <Base.Root defaultOpen={startsOpen}>
      <Base.Trigger render={trigger} />
      <Base.Portal>
        <Base.Positioner align={align} sideOffset={6} className="z-50">
          <Base.Popup className="max-w-80 min-w-48 rounded-card border border-hairline bg-raised p-1 shadow-popover outline-none transition-opacity duration-120 data-ending-style:opacity-0 data-starting-style:opacity-0">
            {children}
          </Base.Popup>
        </Base.Positioner>
      </Base.Portal>
    </Base.Root>
  );
}
