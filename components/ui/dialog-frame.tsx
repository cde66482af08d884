"use client";

import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

interface DialogFrameProps {
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  children?: ReactNode;
}

/** Heading with Close, a body that scrolls, and the buttons below it. */
export function DialogFrame({ title, description, footer, children }: DialogFrameProps) {
  const words = useTranslations("shell");
  return (
    <>
      <header className="flex items-start gap-4 px-5 pt-4 pb-3">
        <div className="min-w-0 flex-1">
          <Base.Title className="text-h2 font-semibold">{title}</Base.Title>
          {description && <Base.Description className="mt-1 text-ui text-muted">{description}</Base.Description>}
        </div>
        <Base.Close aria-label={words("close")} className="-mt-1 -mr-2 inline-flex size-11 shrink-0 items-center justify-center rounded-control text-muted hover:bg-canvas hover:text-ink">
          <X aria-hidden className="size-5" />
        </Base.Close>
      </header>
      {children && <div className="min-h-0 flex-1 overflow-y-auto px-5 pt-1 pb-5">{children}</div>}
      {footer && <footer className="flex flex-wrap justify-end gap-2 border-t border-hairline px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]">{footer}</footer>}
    </>
  );
}
