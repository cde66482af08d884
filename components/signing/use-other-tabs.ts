import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { asProblem, callApi, type ApiProblem } from "@/components/api/call";

/** The part of `GET /sign/uuid/{u}` that tells whether its signer can still sign. */
interface RequestState {
  status: number;
  signers: { me: boolean; status: string }[];
}

/** Sent and partly signed documents can be signed. */
const openStatuses = new Set([1, 2]);
const openSigner = new Set(["pending", "waiting"]);

const endings = new Set<ApiProblem["code"]>(["link_withdrawn", "link_expired", "not_found", "not_the_signer"]);

const channelOf = (u: string): string => `paraph-link-${u}`;

/** Tells the other tabs of this browser that the request of this link has ended. */
export function tellOtherTabs(u: string): void {
  if (typeof BroadcastChannel === "undefined") return;
  const channel = new BroadcastChannel(channelOf(u));
  channel.postMessage("ended");
  channel.close();
}

/**
 * Refreshes the page when the request ends elsewhere: at once in another tab of this browser, and on return to the tab when it ended on another device. An
 * open request is left alone, because a refresh could replace the fields by the log-in form.
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
