import { useTranslations } from "next-intl";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { Progress } from "@/components/ui/progress";
import { byteCount } from "./byte-count";
import type { UploadPhase } from "./use-upload";

interface UploadProgressProps {
  name: string;
  phase: UploadPhase;
  onCancel: () => void;
}

/** How much has been sent; then that the server is looking at it. */
export function UploadProgress({ name, phase, onCancel }: UploadProgressProps) {
  const words = useTranslations("documents.new");
  const sent = phase.kind === "uploading" && phase.loaded < phase.total ? phase : null;
  return (
    <Card className="max-w-160">
      <Progress
        label={words("uploading", { name })}
        value={sent ? sent.loaded : null}
        max={sent ? sent.total : 1}
        text={sent ? words("sent", { loaded: byteCount(sent.loaded), total: byteCount(sent.total) }) : words(phase.kind === "cancelling" ? "cancelling" : "checking")}
      />
      <div className="mt-4"><Button onClick={onCancel} busy={phase.kind === "cancelling"}>{words("cancel")}</Button></div>
    </Card>
  );
}
