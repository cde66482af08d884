"use client";

import { CircleAlert } from "lucide-react";
import { useSyncExternalStore, type ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import english from "@/lib/platform/locale/en/failure.json";
import portuguese from "@/lib/platform/locale/pt/failure.json";
import { OutcomePage } from "./narrow-pages";
import { Wordmark } from "./wordmark";

interface ErrorOutcomeProps {
  /** Next's hash of the error, which is also in the server's log. */
  digest: string | undefined;
  onRetry: () => void;
}

/** The page of an unexpected failure. */
export function ErrorOutcome({ digest, onRetry }: ErrorOutcomeProps) {
  const text = useFailureText();
  const requestId = useSyncExternalStore(neverChanges, requestOfThisPage, () => null);
  const note = [requestId && `${text.request} ${requestId}`, digest && `${text.error} ${digest}`]
    .filter(Boolean)
    .join(" · ");
  return (
    <OutcomePage icon={CircleAlert} title={text.title} body={text.body} note={note}>
      <Button variant="primary" size="signer" onClick={onRetry}>
        {text.retry}
      </Button>
    </OutcomePage>
  );
}

/** The ID of the request that loaded this page; null after client-side navigation. */
function requestOfThisPage(): string | null {
  const { request, path } = document.documentElement.dataset;
  return request && path === window.location.pathname ? request : null;
}

/** A failure in which the page's frame was lost. */
export function FrameError(props: ComponentProps<typeof ErrorOutcome>) {
  return (
    <main className="mx-auto max-w-page px-4 py-6 sm:px-6">
      <Wordmark />
      <ErrorOutcome {...props} />
    </main>
  );
}

/**
 * Last-resort messages, read directly from the catalogue because the translator itself may have failed. The page
 * still states its language.
 */
function useFailureText(): typeof english {
  return useSyncExternalStore(
    neverChanges,
    () => (document.documentElement.lang.startsWith("pt") ? portuguese : english),
    () => english,
  );
}

function neverChanges() {
  return () => undefined;
}
