"use client";

import { AlertDialog as Alert } from "@base-ui/react/alert-dialog";
import { Dialog as Base } from "@base-ui/react/dialog";
import { clsx } from "clsx";
import { X } from "lucide-react";
import { useTranslations } from "next-intl";
import { useId, useRef, useState, type ComponentProps, type ReactNode } from "react";
import { Button, type ControlSize } from "./button";

interface DialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  title: ReactNode;
  description?: ReactNode;
  /** Buttons, the primary one last. */
  footer?: ReactNode;
  /** At most 480, 640 or 900 px wide. */
  width?: "small" | "medium" | "wide" | undefined;
  /** Takes the whole screen of a phone, upright and sideways. */
  fillsPhone?: boolean | undefined;
  initialFocus?: ComponentProps<typeof Base.Popup>["initialFocus"];
  children?: ReactNode;
}

const fillsPhoneLook =
  "max-sm:inset-0! max-sm:h-dvh! max-sm:max-h-none! max-sm:w-screen! max-sm:max-w-none! max-sm:translate-none! max-sm:rounded-none! " +
  "short:inset-0! short:h-dvh! short:max-h-none! short:w-screen! short:max-w-none! short:translate-none! short:rounded-none!";

const widths = { small: "max-w-120", medium: "max-w-160", wide: "max-w-240" };

/** A modal dialog: traps the focus, closes on Escape, and returns the focus. */
export function Dialog({
  open,
  onOpenChange,
  title,
  description,
  footer,
  width = "small",
  fillsPhone = false,
  initialFocus,
  children,
}: DialogProps) {
  return (
    <Base.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Base.Portal>
        <Base.Backdrop className={backdropLook} />
        <Base.Popup
          initialFocus={initialFocus}
          className={clsx(centredLook, widths[width], fillsPhone && fillsPhoneLook)}
        >
          <DialogFrame title={title} description={description} footer={footer}>
            {children}
          </DialogFrame>
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

interface FormDialogProps extends Omit<DialogProps, "open" | "footer"> {
  open?: boolean | undefined;
  cancelLabel: string;
  submitLabel: string;
  danger?: boolean | undefined;
  size?: ControlSize | undefined;
  isBusy?: boolean | undefined;
  /** No `action`: React empties the fields of such a form after each submission, also a refused one. */
  form: Pick<ComponentProps<"form">, "ref" | "noValidate" | "onSubmit" | "className">;
}

/** A form in a dialog, with the buttons that cancel and submit it. */
export function FormDialog({
  open = true,
  cancelLabel,
  submitLabel,
  danger = false,
  size = "app",
  isBusy = false,
  form,
  children,
  ...dialog
}: FormDialogProps) {
  const id = useId();
  const footer = (
    <>
      <Button size={size} onClick={() => dialog.onOpenChange(false)}>
        {cancelLabel}
      </Button>
      <Button size={size} type="submit" form={id} variant={danger ? "danger" : "primary"} busy={isBusy}>
        {submitLabel}
      </Button>
    </>
  );
  return (
    <Dialog {...dialog} open={open} footer={footer}>
      <form className="flex flex-col gap-4" {...form} id={id}>
        {children}
      </form>
    </Dialog>
  );
}

interface DialogFrameProps {
  title: ReactNode;
  description?: ReactNode;
  footer?: ReactNode;
  /** Takes less height on a phone. */
  dense?: boolean;
  children?: ReactNode;
}

/** Heading with a Close button, scrolling body, and buttons. */
export function DialogFrame({ title, description, footer, dense = false, children }: DialogFrameProps) {
  const t = useTranslations("shell");
  return (
    <>
      <header
        className={clsx(
          "grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 px-5 pt-4 pb-3 short:items-center short:pt-1.5 short:pb-0",
          dense && "max-md:pt-3 max-md:pb-1.5",
        )}
      >
        <Base.Title className={clsx("text-h2 font-semibold", dense && "max-md:truncate max-md:text-reading")}>
          {title}
        </Base.Title>
        {description && (
          <Base.Description
            className={clsx(
              "col-span-full row-start-2 text-ui text-muted short:hidden",
              dense ? "max-md:line-clamp-2 md:mt-1" : "mt-1",
            )}
          >
            {description}
          </Base.Description>
        )}
        <Base.Close
          aria-label={t("close")}
          className="-mt-1 -me-2 -mb-2 inline-flex size-11 short:my-0 shrink-0 items-center justify-center rounded-control text-muted hover:bg-canvas hover:text-ink print:hidden"
        >
          <X aria-hidden className="size-5" />
        </Base.Close>
      </header>
      {children && <div className="min-h-0 flex-1 scroll-pb-20 overflow-y-auto px-5 pt-1 pb-5">{children}</div>}
      {footer && (
        <footer
          className={clsx(
            "flex flex-wrap justify-end gap-2 border-t print:hidden border-hairline px-5 py-3 pb-[max(0.75rem,env(safe-area-inset-bottom))]",
            dense && "max-md:pt-2 max-md:pb-[max(0.5rem,env(safe-area-inset-bottom))]",
          )}
        >
          {footer}
        </footer>
      )}
    </>
  );
}

/** Styles shared by dialogs, sheets and confirmations. */
export const backdropLook =
  "fixed inset-0 z-40 bg-overlay transition-opacity duration-160 data-ending-style:opacity-0 data-starting-style:opacity-0";

export const centredLook =
  "fixed top-1/2 left-1/2 z-50 flex max-h-[calc(100dvh-2rem)] w-[calc(100vw-2rem)] -translate-x-1/2 -translate-y-1/2 flex-col rounded-card bg-raised shadow-popover outline-none forced-colors:border " +
  "transition-opacity duration-160 data-ending-style:opacity-0 data-starting-style:opacity-0";

interface ConfirmDialogProps {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** Names the object. */
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
    <Alert.Root open={open} onOpenChange={(next) => onOpenChange(next)}>
      <Alert.Portal>
        <Alert.Backdrop className={backdropLook} />
        <Alert.Popup initialFocus={cancel} className={clsx(centredLook, "max-w-120")}>
          <div className="min-h-0 overflow-y-auto p-5">
            <Alert.Title className="text-h2 font-semibold">{title}</Alert.Title>
            <Alert.Description className="mt-2 text-body text-pretty text-muted" render={<div />}>
              {body}
            </Alert.Description>
            {children && <div className="mt-4">{children}</div>}
          </div>
          <footer className="flex flex-wrap justify-end gap-2 border-t border-hairline px-5 py-3">
            <Alert.Close ref={cancel} render={<Button variant="secondary" />}>
              {cancelLabel ?? t("cancel")}
            </Alert.Close>
            <Button variant={danger ? "danger" : "primary"} busy={isBusy} onClick={() => void confirm()}>
              {confirmLabel}
            </Button>
          </footer>
        </Alert.Popup>
      </Alert.Portal>
    </Alert.Root>
  );
}
