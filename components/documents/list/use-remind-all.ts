import { useTranslations } from "next-intl";
import { asProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { useProblemWords } from "@/components/api/use-problem-words";
import { useToast } from "@/components/ui/toast";
import type { DashboardRow } from "@/lib/file-views/schema";
import type { Reminders } from "@/lib/sign-requests/schema";

/** Mails once more to everybody whose turn it is, and says how many mails go out, or why none does. */
export function useRemindAll({ fileId }: Pick<DashboardRow, "fileId">): () => Promise<void> {
  const words = useTranslations("documents.list");
  const toast = useToast();
  const say = useProblemWords();
  return async () => {
    try {
      const { data } = await callApi<Reminders>("POST", "/notify/signers", { json: { fileId } });
      toast(words("reminded", { count: data.filter(({ notified }) => notified).length }));
    } catch (error) {
      const { title, body, more } = say(asProblem(error));
      toast([title, more[0] ?? body].join(" "));
    }
  };
}
