import { useTranslations } from "next-intl";
import type { Ref } from "react";
import { ButtonLink } from "@/components/ui/button-link";
import { Card } from "@/components/ui/card";
import { Checkbox } from "@/components/ui/checkbox";
import { ChecklistItem } from "./checklist-item";
import { holdsUp, type ReviewItem } from "./review-items";

interface ReviewChecklistProps {
  uuid: string;
  signerCount: number;
  items: readonly ReviewItem[];
  /** Signers who may sign without a visible mark. */
  accepted: ReadonlySet<number>;
  onAccept: (signRequestId: number, isAccepted: boolean) => void;
  /** The first item that holds up the sending. */
  firstRef: Ref<HTMLLIElement>;
}

/** What is in order and what is missing before the request can be sent. */
export function ReviewChecklist({ uuid, signerCount, items, accepted, onAccept, firstRef }: ReviewChecklistProps) {
  const words = useTranslations("documents.review");
  const first = items.find((item) => holdsUp(item, accepted));
  const refOf = (item: ReviewItem) => (item === first ? firstRef : undefined);
  const missing = (kind: ReviewItem["kind"]) => items.find((item) => item.kind === kind);
  const [nobody, late] = [missing("signers_missing"), missing("deadline_past")];
  return (
    <Card title={words("checklist")}>
      <ul className="-my-2">
        {nobody ? (
          <ChecklistItem isDone={false} state={words("toDo")} title={words("nobody")} ref={refOf(nobody)}>
            <ButtonLink href={`/documents/${uuid}/signers`}>{words("addSigners")}</ButtonLink>
          </ChecklistItem>
        ) : (
          <ChecklistItem isDone state={words("done")} title={words("signers", { count: signerCount })} />
        )}
        {!nobody && !missing("box_missing") && <ChecklistItem isDone state={words("done")} title={words("boxes")} />}
        {items.map(
          (item) =>
            item.kind === "box_missing" && (
              <ChecklistItem
                key={item.signRequestId}
                ref={refOf(item)}
                isDone={!holdsUp(item, accepted)}
                state={words(holdsUp(item, accepted) ? "toDo" : "done")}
                title={words("noBox", { name: item.name })}
              >
                <p>{words("noBoxEffect")}</p>
                <ButtonLink href={`/documents/${uuid}/edit`}>{words("placeBox", { name: item.name })}</ButtonLink>
                <Checkbox
                  label={words("acceptNoBox", { name: item.name })}
                  checked={accepted.has(item.signRequestId)}
                  onChange={(event) => onAccept(item.signRequestId, event.target.checked)}
                />
              </ChecklistItem>
            ),
        )}
        {late && (
          <ChecklistItem isDone={false} state={words("toDo")} title={words("late")} ref={refOf(late)}>
            <ButtonLink href={`/documents/${uuid}/signers`}>{words("changeDeadline")}</ButtonLink>
          </ChecklistItem>
        )}
      </ul>
    </Card>
  );
}
