"use client";

import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { memo, useCallback, useEffect, useMemo, useRef, useState, useSyncExternalStore, type ReactNode } from "react";
import { asProblem, type ApiProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { DocumentPages, type DocumentPagesHandle } from "@/components/pages/document-pages";
import type { PageBox } from "@/components/pages/page-source";
import type { SignatureType } from "@/components/signature-pad/stored-pictures";
import { isAttemptOpen } from "@/components/signing/confirm/attempt-key";
import { useOneTimeCode } from "@/components/signing/confirm/use-one-time-code";
import { useSign } from "@/components/signing/confirm/use-sign";
import { BoxOutline, FieldControl, FillProvider, type Fill } from "@/components/signing/fields/field-control";
import {
  fieldInputs,
  inReadingOrder,
  type FieldValues,
  type MadeImages,
} from "@/components/signing/fields/field-state";
import { useFields, type Fields } from "@/components/signing/fields/use-fields";
import {
  useSignatureImages,
  type ImageSlot,
  type SignatureImages,
} from "@/components/signing/fields/use-signature-images";
import { Notice } from "@/components/ui/notice";
import { useIsInBrowser } from "@/components/ui/use-is-in-browser";
import type { LinkBox, LinkPage, SignInput } from "@/lib/signing/schema";
import { noteUserAction } from "./page-heading";
import { SenderMessage } from "./sender-message";
import { SigningBar } from "./signing-bar";
import { SigningPanel } from "./signing-panel";
import { loadWindow, SigningWindows, type SigningWindow } from "./signing-windows";
import { tellOtherTabs, useOtherTabs } from "./use-other-tabs";
import { useViewed } from "./use-viewed";

interface SigningPageProps {
  page: Extract<LinkPage, { state: "signing" }>;
  u: string;
  /** Findings in the uploaded file. */
  findings: ReactNode;
}

/** The document with the signer's fields, and a panel with the signature and the button to sign. */
export function SigningPage({ page, u, findings }: SigningPageProps) {
  const t = useTranslations("signing");
  const { document, signer, boxes } = page;
  const pages = useRef<DocumentPagesHandle>(null);
  const { opened, open, close, isLost, preload } = useWindows();
  const [hasSigningPassword, setHasSigningPassword] = useState(page.hasSigningPassword);
  const { slots, images, hasUnstored, made, adopt, adoptProposals } = useBoxImages(page, u);
  const fields = useFields(document.uuid, boxes, made, pages);
  const code = useOneTimeCode(`/sign/uuid/${u}/code`);
  const onOver = useEnd(u);
  const consent = useConsent(u, opened === "confirm");
  const onRefused = (problem: ApiProblem) => {
    const refused = refusedBoxes(problem, fields.values);
    if (refused.length === 0) return;
    close();
    fields.refuse(refused);
  };
  const signing = useSign({
    u,
    fields: fieldInputs(fields.values),
    consent,
    prepare: adoptProposals,
    onPasswordMade: () => setHasSigningPassword(true),
    onOver,
    onRefused,
  });
  useViewed(u);
  useOtherTabs(u);

  const confirm = () => {
    signing.clear();
    open("confirm");
    // Stored while the signer looks for the code. A failure is retried, and reported, on signing.
    void adoptProposals().catch(() => undefined);
    if (signer.proof === "code" && code.step !== "sent" && code.step !== "sent_before") void code.ask();
  };

  const { start, isChecking } = useStart({ u, fields, images, onMake: open, onReady: confirm });

  const { values, setValue, flagged, noteFocus } = fields;
  const fill = useMemo<Fill>(
    () => ({ signer, values, setValue, slots, openPad: open, flagged, noteFocus }),
    [signer, values, setValue, slots, open, flagged, noteFocus],
  );
  const renderLayer = useCallback(
    (on: PageBox, scale: number) => (
      <PageFields boxes={boxes.filter((box) => box.page === on.page)} scale={scale} pageWidth={on.width} />
    ),
    [boxes],
  );
  const isFirstTime = hasUnstored || (signer.proof === "password" && !hasSigningPassword);
  return (
    <div data-full-width>
      <SigningBar
        name={document.name}
        u={u}
        left={fields.blank.length}
        total={fields.total}
        onDecline={() => open("decline")}
      />
      <OfflineBanner u={u} isLost={isLost} isUnsure={signing.lostAt !== null} />
      <FillProvider value={fill}>
        <div className="mx-auto grid max-w-360 gap-6 p-3 sm:px-6 sm:py-6 lg:grid-cols-[minmax(0,1fr)_20rem]">
          <section aria-label={t("document.label")} className="min-w-0">
            <SenderMessage sender={document.sender.name} text={signer.note} className="mb-4" />
            {findings}
            <DocumentPages
              ref={pages}
              source={{ kind: "link", u }}
              pages={document.pages}
              title={document.name}
              zoom="fit"
              renderLayer={renderLayer}
            />
          </section>
          <SigningPanel
            images={images}
            onChange={open}
            blank={fields.blank.length}
            onNext={fields.goToNext}
            flagged={flagged}
            isFirstTime={isFirstTime}
            isGuest={page.isGuest}
            onSign={() => void start()}
            isChecking={isChecking}
            onNearSign={preload}
          />
        </div>
      </FillProvider>
      <SigningWindows
        opened={opened}
        onClose={close}
        page={page}
        u={u}
        code={code}
        signing={signing}
        hasSigningPassword={hasSigningPassword}
        adopt={adopt}
        onOver={onOver}
        refusedControl={fields.refusedControl}
      />
    </div>
  );
}

/** Refreshes the page after an action of the signer, and the other tabs with it. */
function useEnd(u: string): () => void {
  const router = useRouter();
  return useCallback(() => {
    noteUserAction();
    router.refresh();
    tellOtherTabs(u);
  }, [router, u]);
}

/** The fields of one page: the signer's own in reading order, others' faintly below. */
export const PageFields = memo(function PageFields({
  boxes,
  scale,
  pageWidth,
}: {
  boxes: readonly LinkBox[];
  scale: number;
  pageWidth: number;
}) {
  const mine = useMemo(() => inReadingOrder(boxes.filter(({ isMine }) => isMine)), [boxes]);
  return (
    // A stacking context of its own: the extended touch targets of small fields lie below all fields.
    <div className="pointer-events-none! absolute inset-0 isolate *:pointer-events-auto">
      {boxes
        .filter(({ isMine }) => !isMine)
        .map((box) => (
          <BoxOutline key={box.id} box={box} scale={scale} />
        ))}
      {mine.map((box) => (
        <FieldControl key={box.id} box={box} scale={scale} pageWidth={pageWidth} />
      ))}
    </div>
  );
});

/**
 * The consent text shown in the last step, as recorded in the audit trail. Opening the step reports it once. A failure does not matter, because the signature
 * names it again.
 */
export function useConsent(u: string, isShown: boolean): NonNullable<SignInput["consent"]> {
  const t = useTranslations("signing.confirm");
  const [version, locale] = [t("consentVersion"), t("consentLanguage")];
  const consent = useMemo(() => ({ version, locale }), [version, locale]);
  const isSaid = useRef(false);
  useEffect(() => {
    if (!isShown || isSaid.current) return;
    isSaid.current = true;
    void callApi("POST", `/sign/uuid/${u}/viewed`, { json: { consent } }).catch(() => undefined);
  }, [u, isShown, consent]);
  return consent;
}

type SigningState = Extract<LinkPage, { state: "signing" }>;

interface BoxImages extends SignatureImages {
  /** The images that the signer's fields take. */
  images: readonly { type: SignatureType; slot: ImageSlot }[];
  /** Not all are stored yet; signing adopts the proposals. */
  hasUnstored: boolean;
  /** Images still being stored count as made. */
  made: MadeImages;
}

/** Signature and initials for this page: the account's, or a guest's for this request. */
export function useBoxImages(page: SigningState, u: string): BoxImages {
  const { boxes, isGuest, images: stored, signer } = page;
  const types = useMemo(
    () => (["signature", "initial"] as const).filter((type) => boxes.some((box) => box.isMine && box.type === type)),
    [boxes],
  );
  const kept = useSignatureImages({
    place: isGuest ? `/sign/uuid/${u}/elements` : "/account/signature/elements",
    stored,
    name: signer.name,
    isWanted: types.length > 0,
  });
  const { slots } = kept;
  const made = useMemo(
    () => ({ signature: slots.signature.kind !== "none", initial: slots.initial.kind !== "none" }),
    [slots],
  );
  return {
    ...kept,
    images: types.map((type) => ({ type, slot: slots[type] })),
    hasUnstored: types.some((type) => slots[type].kind !== "stored"),
    made,
  };
}

interface OfflineBannerProps {
  u: string;
  /** The dialog's code could not be loaded. */
  isLost: boolean;
  /** A signature was sent and its answer was lost. */
  isUnsure: boolean;
}

/** Says that nothing is signed yet: without a network, after a failed load, and after a reload that interrupted an attempt. */
export function OfflineBanner({ u, isLost, isUnsure }: OfflineBannerProps) {
  const t = useTranslations("signing.lost");
  const isOnline = useSyncExternalStore(
    follow,
    () => navigator.onLine,
    () => true,
  );
  const isInBrowser = useIsInBrowser();
  // As at page load; later attempts are reported where they start.
  const wasCut = useMemo(() => isInBrowser && isAttemptOpen(u), [isInBrowser, u]);
  if (isOnline && !isLost && !wasCut) return null;
  const text = !isOnline ? (isUnsure ? "unknown" : "offline") : isLost ? "body" : "cut";
  return (
    <div className="mx-auto max-w-360 px-3 pt-3 sm:px-6">
      <Notice tone="warning" role="alert" title={t(text === "unknown" ? "unknownTitle" : "title")}>
        {t(text)}
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

interface StartOptions {
  u: string;
  fields: Fields;
  /** The images that the fields take. */
  images: readonly { type: SignatureType; slot: ImageSlot }[];
  onMake: (type: SignatureType) => void;
  /** Called when nothing is missing. */
  onReady: () => void;
}

/** Handles "Sign": leads to blank fields, missing images and text that cannot be written into the document, before a code is sent. */
export function useStart({ u, fields, images, onMake, onReady }: StartOptions): {
  start: () => Promise<void>;
  isChecking: boolean;
} {
  const [isChecking, setChecking] = useState(false);
  const isRunning = useRef(false);
  const start = async () => {
    if (isRunning.current || !fields.check()) return;
    const unmade = images.find(({ slot }) => slot.kind === "none");
    if (unmade) return onMake(unmade.type);
    isRunning.current = true;
    setChecking(true);
    const refused = await askForRefusedBoxes(u, fields.values);
    isRunning.current = false;
    setChecking(false);
    if (refused.length > 0) fields.refuse(refused);
    else onReady();
  };
  return { start, isChecking };
}

/**
 * Asks the server, which has the fonts, which fields hold text that cannot be written into the document. No call if nothing was typed. Other failures do not
 * block: signing reports them.
 */
export async function askForRefusedBoxes(u: string, values: FieldValues): Promise<number[]> {
  if (!Object.values(values).some((value) => typeof value === "string" && value.trim() !== "")) return [];
  try {
    await callApi("POST", `/sign/uuid/${u}/check`, { json: { fields: fieldInputs(values) } });
    return [];
  } catch (error) {
    return refusedBoxes(asProblem(error), values);
  }
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

/** The open dialog. The code for signing is loaded once the document has arrived, so that it is available if the network is lost. */
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

const fieldPointer = /^\/fields\/(\d+)\/value$/;

/** Fields whose text the server refused, to mark them in place. */
export function refusedBoxes(problem: Pick<ApiProblem, "violations"> | null, values: FieldValues): number[] {
  const sent = fieldInputs(values) ?? [];
  return (problem?.violations ?? []).flatMap(
    ({ pointer }) => sent[Number(fieldPointer.exec(pointer)?.[1] ?? NaN)]?.elementId ?? [],
  );
}
