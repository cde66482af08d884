import { useCallback, useEffect, useMemo, useRef } from "react";
import { callApi } from "@/components/api/call";
import type { SignatureImages } from "@/components/signing/fields/use-signature-images";
import type { LinkPage } from "@/lib/signing/schema";

export interface Entry {
  /** Starts the session of a signer for whom the link is enough; does nothing for everybody else. Throws ApiProblem. */
  enter: () => Promise<void>;
  /** The session has ended, so that `enter` starts another. */
  forget: () => void;
}

/**
 * Opening the page starts no session, because mail scanners open links too. It starts with the first thing that the signer does, by a POST.
 */
export function useEntry({ withoutCode, isGuest }: Extract<LinkPage, { state: "signing" }>, u: string): Entry {
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

/** The same images, stored only once the signer has a session. */
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

/** Reports once that the document is in front of a person, after the page was painted in a visible tab. A failure is ignored. */
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
