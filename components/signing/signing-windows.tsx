"use client";

import { useTranslations } from "next-intl";
import dynamic from "next/dynamic";
import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from "react";
import type { SignatureType } from "@/components/signature-pad/stored-pictures";
import type { ConfirmSheetProps } from "@/components/signing/confirm/confirm-sheet";
import type { Fields } from "@/components/signing/fields/use-fields";
import type { SignatureImages } from "@/components/signing/fields/use-signature-images";
import { isAttemptOpen } from "@/components/signing/proof/send-signature";
import { Notice } from "@/components/ui/notice";
import { usePageLimits } from "@/components/ui/page-limits";
import { useIsInBrowser } from "@/components/ui/use-stored";
import { imageTypes } from "@/lib/platform/field-rules/details";

const confirm = () => import("@/components/signing/confirm/confirm-sheet");
const declineOrDelegate = () => import("./decline-or-delegate");
const pad = () => import("@/components/signature-pad/signature-pad");

const ConfirmSheet = dynamic(() => confirm().then((module) => module.ConfirmSheet), { ssr: false });
const DeclineDialog = dynamic(() => declineOrDelegate().then((module) => module.DeclineDialog), { ssr: false });
const DelegateDialog = dynamic(() => declineOrDelegate().then((module) => module.DelegateDialog), { ssr: false });
const SignaturePadDialog = dynamic(() => pad().then((module) => module.SignaturePadDialog), { ssr: false });

export type SigningWindow = "none" | "confirm" | "decline" | "delegate" | SignatureType;

export const DirectOutcome = dynamic(() => confirm().then((module) => module.DirectOutcome), { ssr: false });

/** The code that sends the signature is part of the sheet, so that it is available if the network is lost. */
const loaders = {
  confirm: () => Promise.all([confirm(), import("@/components/signing/proof/send-signature")]),
  decline: declineOrDelegate,
  delegate: declineOrDelegate,
  signature: pad,
  initial: pad,
  stamp: pad,
};

/** Loads a dialog's code, so that it opens at once. False if loading failed, for example without a network. */
async function loadWindow(window: Exclude<SigningWindow, "none">): Promise<boolean> {
  return loaders[window]().then(
    () => true,
    () => false,
  );
}

interface SigningWindowsProps extends Omit<ConfirmSheetProps, "open" | "finalFocus"> {
  opened: SigningWindow;
  adopt: SignatureImages["adopt"];
  /** Starts the session of a signer for whom the link is enough. */
  enter: () => Promise<void>;
  refusedControl: Fields["refusedControl"];
}

/** Dialogs over the document. Each is loaded when first opened, and stays mounted with its typed text. */
export function SigningWindows({
  opened,
  onClose,
  page,
  u,
  code,
  signing,
  hasSigningPassword,
  adopt,
  enter,
  onOver,
  refusedControl,
}: SigningWindowsProps) {
  const [known, setKnown] = useState<readonly SigningWindow[]>([]);
  if (opened !== "none" && !known.includes(opened)) setKnown([...known, opened]);
  const { document, signer } = page;
  return (
    <>
      {known.includes("confirm") && (
        <ConfirmSheet
          open={opened === "confirm"}
          onClose={onClose}
          page={page}
          u={u}
          code={code}
          signing={signing}
          hasSigningPassword={hasSigningPassword}
          onOver={onOver}
          finalFocus={refusedControl}
        />
      )}
      {known.includes("decline") && (
        <DeclineDialog
          open={opened === "decline"}
          onOpenChange={onClose}
          u={u}
          sender={document.sender.name}
          role={document.role}
        />
      )}
      {known.includes("delegate") && (
        <DelegateDialog open={opened === "delegate"} onOpenChange={onClose} u={u} document={document} enter={enter} />
      )}
      {imageTypes.map(
        (type) =>
          known.includes(type) && (
            <SignaturePadDialog
              key={type}
              open={opened === type}
              onOpenChange={onClose}
              type={type}
              name={signer.name}
              draftKey={document.uuid}
              cleanPath={page.isGuest ? `/sign/uuid/${u}/clean` : undefined}
              drawingsPath={`/sign/uuid/${u}/drawings`}
              onAdopt={async (png) => {
                await adopt(type, png);
                onClose();
              }}
            />
          ),
      )}
    </>
  );
}

const restMs = 4000;

interface Windows {
  opened: SigningWindow;
  open: (window: Exclude<SigningWindow, "none">) => void;
  close: () => void;
  /** A dialog's code could not be loaded. */
  isLost: boolean;
  preload: () => void;
}

/**
 * The open dialog. The code for signing is loaded once the document has arrived, so that it is available if the network
 * is lost.
 */
export function useWindows(): Windows {
  const [opened, setOpened] = useState<SigningWindow>("none");
  const [isLost, setLost] = useState(false);
  const open = useCallback((window: Exclude<SigningWindow, "none">) => {
    void loadWindow(window).then((isThere) => {
      setLost(!isThere);
      if (isThere) setOpened(window);
    });
  }, []);
  const close = useCallback(() => setOpened("none"), []);
  const preload = useCallback(() => void loadWindow("confirm"), []);
  useEffect(() => {
    const timer = window.setTimeout(preload, restMs);
    return () => window.clearTimeout(timer);
  }, [preload]);
  return { opened, open, close, isLost, preload };
}

interface OfflineBannerProps {
  u: string;
  /** The dialog's code could not be loaded. */
  isLost: boolean;
  /** A signature was sent and its answer was lost. */
  isUnsure: boolean;
}

/**
 * Says that nothing is signed yet: without a network, after a failed load, and after a reload that interrupted an
 * attempt.
 */
export function OfflineBanner({ u, isLost, isUnsure }: OfflineBannerProps) {
  const t = useTranslations("signing.lost");
  const { codeMinutes } = usePageLimits();
  const isOnline = useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  );
  const isInBrowser = useIsInBrowser();
  // The state at page load; later attempts are reported where they start.
  const wasCut = useMemo(() => isInBrowser && isAttemptOpen(u), [isInBrowser, u]);
  if (isOnline && !isLost && !wasCut) return null;
  const text = !isOnline ? (isUnsure ? "unknown" : "offline") : isLost ? "body" : "cut";
  return (
    <div className="mx-auto max-w-360 px-3 pt-3 sm:px-6">
      <Notice tone="warning" role="alert" title={t(text === "unknown" ? "unknownTitle" : "title")}>
        {t(text, { minutes: codeMinutes })}
      </Notice>
    </div>
  );
}

function follow(changed: () => void): () => void {
  window.addEventListener("online", changed);
  window.addEventListener("offline", changed);
  return () => {
    window.removeEventListener("online", changed);
    window.removeEventListener("offline", changed);
  };
}
