import { useTranslations } from "next-intl";
import { useToast } from "@/components/ui/toast";

/** Copies what a requester may pass on to a signer: it holds no secret, and leads on after a log-in or a mailed code. */
export function useCopyLink(uuid: string): (signRequestId: number) => Promise<void> {
  const words = useTranslations("shell.copy");
  const toast = useToast();
  return async (signRequestId) => {
    try {
      await navigator.clipboard.writeText(`${window.location.origin}/to/${uuid}/${signRequestId}`);
      toast(words("done"));
    } catch {
      toast(words("failed"));
    }
  };
}
