import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useCallback, useEffect, useMemo, useRef } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";
import type { SignatureImages } from "@/components/signing/fields/use-signature-images";
import type { LinkPage, SignInput } from "@/lib/signing/schema";
import { noteUserAction } from "./page-heading";

export type SigningState = Extract<LinkPage, { state: "signing" }>;

export interface Entry {
  /** Starts the session of a signer for whom the link is enough; does nothing for everybody else. Throws ApiProblem. */
  enter: () => Promise<void>;
  /** The session has ended, so that `enter` starts another. */
  forget: () => void;
}

/**
 * Opening the page starts no session, because mail scanners open links too. It starts with the signer's first action,
 * by a POST.
 */
export function useEntry({ withoutCode, isGuest }: SigningState, u: string): Entry {
  const isByLink = withoutCode?.by === "link" && isGuest;
  const entering = useRef<Promise<void> | null>(null);
  const isEntered = useRef(!(withoutCode?.by === "link" && withoutCode.mustEnter));
  const enter = useCallback(async () => {
    if (isEntered.current) return;
    entering.current ??= callApi("POST", `/sign/uuid/${u}/identify/confirm`, { json: {} }).then(
      () => void (isEntered.current = true),
    );
    try {
      await entering.current;
    } finally {
      entering.current = null;
    }
  }, [u]);
  const forget = useCallback(() => {
    if (isByLink) isEntered.current = false;
  }, [isByLink]);
  return useMemo(() => ({ enter, forget }), [enter, forget]);
}

/** The images, stored only once the signer has a session. */
export function useImagesAfter<Images extends SignatureImages>({ enter }: Entry, images: Images): Images {
  const { adopt, adoptProposals } = images;
  const adoptAfter = useCallback<SignatureImages["adopt"]>(
    async (type, png) => {
      await enter();
      await adopt(type, png);
    },
    [enter, adopt],
  );
  const adoptProposalsAfter = useCallback(async () => {
    await enter();
    await adoptProposals();
  }, [enter, adoptProposals]);
  return { ...images, adopt: adoptAfter, adoptProposals: adoptProposalsAfter };
}

/** Reports once that a person sees the document, after the page was painted in a visible tab. A failure is ignored. */
export function useViewed(u: string): void {
  useEffect(() => {
    let timer = 0;
    const noteViewed = () => {
      if (document.visibilityState !== "visible") return;
      document.removeEventListener("visibilitychange", noteViewed);
      timer = window.setTimeout(() => void callApi("POST", `/sign/uuid/${u}/viewed`).catch(() => undefined), 300);
    };
    document.addEventListener("visibilitychange", noteViewed);
    noteViewed();
    return () => {
      window.clearTimeout(timer);
      document.removeEventListener("visibilitychange", noteViewed);
    };
  }, [u]);
}

/**
 * The consent text shown in the last step, as recorded in the audit trail. Opening the step reports it once. A failure
 * does not matter, because the signature names it again.
 */
export function useConsent(u: string, isShown: boolean): NonNullable<SignInput["consent"]> {
  const t = useTranslations("signing.confirm");
  const [version, locale] = [t("consentVersion"), t("consentLanguage")];
  const consent = useMemo(() => ({ version, locale }), [version, locale]);
  const isReported = useRef(false);
  useEffect(() => {
    if (!isShown || isReported.current) return;
    isReported.current = true;
    void callApi("POST", `/sign/uuid/${u}/viewed`, { json: { consent } }).catch(() => undefined);
  }, [u, isShown, consent]);
  return consent;
}

/** The part of `GET /sign/uuid/{u}` that shows whether its signer can still sign. */
interface RequestState {
  status: number;
  signers: { me: boolean; status: string }[];
}

/** Sent and partly signed documents can be signed. */
const openStatuses = new Set([1, 2]);
const openSigner = new Set(["pending", "waiting"]);

const endings = new Set<ApiProblem["code"]>(["link_withdrawn", "link_expired", "not_found", "not_the_signer"]);

const channelOf = (u: string): string => `paraph-link-${u}`;

/** Refreshes the page after an action of its signer, and notifies the other tabs of this browser. */
export function useRefreshAllTabs(u: string): () => void {
  const router = useRouter();
  return useCallback(() => {
    noteUserAction();
    router.refresh();
    tellOtherTabs(u);
  }, [router, u]);
}

/** Notifies the other tabs of this browser that the request of this link has ended. */
export function tellOtherTabs(u: string): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(channelOf(u));
  channel.postMessage("ended");
  channel.close();
}

/**
 * Refreshes the page when the request ends elsewhere: at once in another tab of this browser, and on return to the tab
 * when it ended on another device. An open request is left alone, because a refresh could replace the fields by the
 * log-in form.
 */
export function useOtherTabs(u: string): void {
  const router = useRouter();
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    let isAsking = false;
    const look = (): void => {
      if (isAsking || document.visibilityState !== "visible") return;
      isAsking = true;
      void hasEnded(u).then((isOver) => {
        isAsking = false;
        if (isOver && !signal.aborted) router.refresh();
      });
    };
    window.addEventListener("focus", look, { signal });
    document.addEventListener("visibilitychange", look, { signal });
    if (typeof BroadcastChannel !== "undefined") {
      const channel = new BroadcastChannel(channelOf(u));
      channel.addEventListener("message", () => router.refresh(), { signal });
      signal.addEventListener("abort", () => channel.close());
    }
    return () => ended.abort();
  }, [u, router]);
}

async function hasEnded(u: string): Promise<boolean> {
  try {
    const { status, signers } = await callApi<RequestState>("GET", `/sign/uuid/${u}`, { background: true });
    const me = signers.find((signer) => signer.me);
    return !openStatuses.has(status) || (me !== undefined && !openSigner.has(me.status));
  } catch (error) {
    return endings.has(asProblem(error).code);
  }
}
