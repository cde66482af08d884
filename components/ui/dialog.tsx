"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { clsx } from "clsx";
import type { ComponentProps, ReactNode } from "react";
import { DialogFrame } from "./dialog-frame";
import { backdropLook, centredLook } from "./dialog-look";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons, the main one last. */
  footer?: ReactNode;
  /** At most 480, 640 or 900 px wide. */
  width?: "small" | "medium" | "wide" | undefined;
  initialFocus?: ComponentProps<typeof Base.Popup>["initialFocus"];
  children?: ReactNode;
}

const widths = { small: "max-w-120", medium: "max-w-160", wide: "max-w-225" };

/** A modal window: focus stays inside, Escape closes, focus returns to where it came from. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  footer,
  width = "small",
  initialFocus,
  children,
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={backdropLook} />
        <Base.Popup initialFocus={initialFocus} className={clsx(centredLook, widths[width])}>
          <DialogFrame title={title} description={description} footer={footer}>
            {children}
          </DialogFrame>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
