import { CircleHelp, FileClock, Hourglass, UserX } from "lucide-react";
import { useTranslations } from "next-intl";
import { SwitchAccount } from "@/components/signing/parted-states";
import { buttonLook } from "@/components/ui/button-look";
import type { LinkPage } from "@/lib/signing/schema";
import { StateCard } from "./state-card";

export type Closed = Extract<
  LinkPage,
  { state: "unknown" | "not_ready" | "too_many_misses" | "someone_else" | "not_your_turn" }
>;

/** A link that shows nothing of a document to this visitor. */
export function ClosedPage({ page }: { page: Closed }) {
  const words = useTranslations("signing");
  switch (page.state) {
    case "unknown":
      return (
        <StateCard
          icon={CircleHelp}
          tone="warning"
          heading={words("unknown.heading")}
          actions={
            <a href="/login" className={buttonLook("secondary", "signer")}>
              {words("unknown.logIn")}
            </a>
          }
        >
          <p>{words("unknown.body")}</p>
        </StateCard>
      );
    case "not_ready":
      return (
        <StateCard icon={FileClock} heading={words("notReady.heading")}>
          <p>{words("notReady.body")}</p>
        </StateCard>
      );
    case "too_many_misses":
      return (
        <StateCard icon={Hourglass} tone="warning" heading={words("tooMany.heading")}>
          <p>{words("tooMany.body")}</p>
        </StateCard>
      );
    case "not_your_turn":
      return (
        <StateCard icon={Hourglass} heading={words("notYourTurn.heading", { before: page.before })}>
          <p>{words("notYourTurn.body")}</p>
        </StateCard>
      );
    case "someone_else":
      return (
        <StateCard
          icon={UserX}
          tone="warning"
          heading={words.rich("someoneElse.heading", {
            invited: page.invited,
            who: (chunks) => <span className="inline-block max-w-full">{chunks}</span>,
          })}
          actions={<SwitchAccount />}
        >
          <p className="wrap-anywhere">{words("someoneElse.body", { loggedInAs: page.loggedInAs })}</p>
        </StateCard>
      );
  }
}
