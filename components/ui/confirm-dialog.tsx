"use client";

import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { clsx } from "clsx";
import { useTranslations } from "next-intl";
import { useRef, useState, type ReactNode } from "react";
import { Button } from "./button";
import { backdropLook, centredLook } from "./dialog";

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Names the thing. */
  title: ReactNode;
  /** States the effect. */
  body: ReactNode;
  confirmLabel: string;
  cancelLabel?: string | undefined;
  danger?: boolean | undefined;
  /** Busy until it resolves. It closes the dialog itself, so that a failure can be shown in `children`. */
  onConfirm: () => void | Promise<void>;
  children?: ReactNode;
}

/** Asks before an irreversible action. Cancel has the initial focus. */
export function ConfirmDialog({
  open,
  onOpenChange,
  title,
  body,
  confirmLabel,
  cancelLabel,
  danger = false,
  onConfirm,
  children,
}: ConfirmDialogProps) {
  const t = useTranslations("shell");
  const cancel = useRef<HTMLButtonElement>(null);
  const [isBusy, setBusy] = useState(false);

  async function confirm() {
    setBusy(true);
    try {
      await onConfirm();
    } finally {
      setBusy(false);
    }
  }

  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={backdropLook} />
        <Base.Popup initialFocus={cancel} className={clsx(centredLook, "max-w-120")}>
          <div className="min-h-0 overflow-y-auto p-5">
            <Base.Title className="text-h2 font-semibold">{title}</Base.Title>
            <Base.Description className="mt-2 text-body text-pretty text-muted" render={<div />}>
              {body}
            </Base.Description>
            {children && <div className="mt-4">{children}</div>}
          </div>
          <footer className="flex flex-wrap justify-end gap-2 border-t border-hairline px-5 py-3">
            <Base.Close ref={cancel} render={<Button variant="secondary" />}>
              {cancelLabel ?? t("cancel")}
            </Base.Close>
            <Button variant={danger ? "danger" : "primary"} busy={isBusy} onClick={() => void confirm()}>
              {confirmLabel}
            </Button>
          </footer>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}
