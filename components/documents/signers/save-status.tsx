import { CircleAlert, CloudCheck } from "lucide-react";
import { useTranslations } from "next-intl";
import { Spinner } from "@/components/ui/spinner";
import { useTimeWords } from "@/components/ui/time";
import type { SaveState } from "./use-request-draft";

/** Whether what is on the page is kept. `isHeldUp`: a row is not right yet, so it is not saved. */
export function SaveStatus({ state, isHeldUp }: { state: SaveState; isHeldUp: boolean }) {
  const [words, times] = [useTranslations("documents.save"), useTimeWords()];
  return (
    <span role="status" className="inline-flex min-h-5 items-center gap-1.5">
      {content()}
    </span>
  );

  function content() {
    if (isHeldUp && state.kind !== "failed")
      return (
        <>
          <CircleAlert aria-hidden className="size-4 text-warning" />
          {words("heldUp")}
        </>
      );
    switch (state.kind) {
      case "untouched":
        return words("untouched");
      case "saving":
        return (
          <>
            <Spinner />
            {words("saving")}
          </>
        );
      case "saved":
        return (
          <>
            <CloudCheck aria-hidden className="size-4" />
            {words("saved", { time: times.clock(state.at) })}
          </>
        );
      case "failed":
        return (
          <>
            <CircleAlert aria-hidden className="size-4 text-danger" />
            {words("failed")}
          </>
        );
    }
  }
}
