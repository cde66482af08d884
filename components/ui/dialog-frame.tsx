"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

interface DialogFrameProps {
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  /** On a phone it takes little of the height. */
  dense?: boolean;
  children?: ReactNode;
}

/** Heading with Close, a body that scrolls, and the buttons below it. */
export function DialogFrame({ title, description, footer, dense = false, children }: DialogFrameProps) {
  const words = useTranslations("shell");
  return (
    <>
      <header className={clsx("flex items-start gap-4 px-5 pt-4 pb-3", dense && "max-md:pt-3 max-md:pb-1.5")}>
        <div className="min-w-0 flex-1">
          <Base.Title className={clsx("text-h2 font-semibold", dense && "max-md:truncate max-md:text-reading")}>
            {title}
          </Base.Title>
          {description && (
            <Base.Description className={clsx("text-ui text-muted", dense ? "max-md:line-clamp-2 md:mt-1" : "mt-1")}>
              {description}
            </Base.Description>
          )}
        </div>
        <Base.Close
          aria-label={words("close")}
          className="-mt-1 -me-2 inline-flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-canvas hover:text-ink"
        >
          <X aria-hidden className="size-5" />
        </Base.Close>
      </header>
      {children && <div className="min-h-0 flex-1 scroll-pb-20 overflow-y-auto px-5 pt-1 pb-5">{children}</div>}
      {footer && (
        <footer
          className={clsx(
            "flex flex-wrap justify-end gap-2 border-t border-hairline px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]",
            dense && "max-md:pt-2 max-md:pb-[max(0.5rem,env(safe-area-inset-bottom))]",
          )}
        >
          {footer}
        </footer>
      )}
    </>
  );
}
