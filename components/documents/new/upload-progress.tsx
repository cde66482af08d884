import { useLocale, useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import { byteCount } from "../byte-count";
import type { UploadPhase } from "./use-upload";

interface UploadProgressProps {
  name: string;
  /** The service fetches it from the web. */
  isFetched: boolean;
  phase: UploadPhase;
  onCancel: () => void;
}

/** How much has been sent; then that the server is looking at it. */
export function UploadProgress({ name, isFetched, phase, onCancel }: UploadProgressProps) {
  const [words, locale] = [useTranslations("documents.new"), useLocale()];
  const sent = phase.kind === "uploading" && phase.loaded < phase.total ? phase : null;
  return (
    <Card className="max-w-160">
      <Progress
        label={words(isFetched ? "fetching" : "uploading", { name })}
        value={sent ? sent.loaded : null}
        max={sent ? sent.total : 1}
        text={
          sent
            ? words("sent", { loaded: byteCount(sent.loaded, locale), total: byteCount(sent.total, locale) })
            : words(isFetched ? "fetchingHint" : "checking")
        }
      />
      <div className="mt-4">
        <Button onClick={onCancel}>{words(isFetched ? "cancelFetch" : "cancel")}</Button>
      </div>
    </Card>
  );
}
