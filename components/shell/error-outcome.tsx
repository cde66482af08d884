"use client";

import { CircleAlert } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { OutcomePage } from "./outcome-page";
import { useFailureText } from "./use-failure-text";

interface ErrorOutcomeProps {
  /** Next's hash of the error, which the server's log has too. */
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

function neverChanges() {
  return () => undefined;
}
