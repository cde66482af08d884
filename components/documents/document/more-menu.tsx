"use client";

import { CalendarClock, Copy } from "lucide-react";
import { useTranslations } from "next-intl";
import { useRouter } from "next/navigation";
import { useState, type ReactElement } from "react";
import { asProblem } from "@/components/api/api-problem";
import { callApi } from "@/components/api/call";
import { useProblemWords } from "@/components/api/use-problem-words";
import { Menu } from "@/components/ui/menu";
import { MenuItem } from "@/components/ui/menu-item";
import { useToast } from "@/components/ui/toast";
import type { FileWire } from "@/lib/file-views/schema";
import { DeadlineDialog } from "./deadline-dialog";

export interface MoreMenuProps {
  trigger: ReactElement;
  file: Pick<FileWire, "uuid" | "name" | "expiresAt">;
  mayMoveDeadline: boolean;
}

export function MoreMenu({ trigger, file, mayMoveDeadline }: MoreMenuProps) {
  const words = useTranslations("documents.document.more");
  const [isMoving, setMoving] = useState(false);
  const duplicate = useDuplicating(file);
  return (
    <>
      <Menu trigger={trigger} startsOpen>
        {mayMoveDeadline && (
          <MenuItem icon={<CalendarClock />} onSelect={() => setMoving(true)}>
            {words("deadline")}
          </MenuItem>
        )}
        <MenuItem icon={<Copy />} onSelect={() => void duplicate()}>
          {words("duplicate")}
        </MenuItem>
      </Menu>
      {isMoving && <DeadlineDialog file={file} onClose={() => setMoving(false)} />}
    </>
  );
}

const longestTitle = 255;

/** Makes a draft with the same document, signers and boxes, and leads there. */
function useDuplicating({ uuid, name }: MoreMenuProps["file"]): () => Promise<void> {
  const words = useTranslations("documents.document.more");
  const router = useRouter();
  const toast = useToast();
  const say = useProblemWords();
  return async () => {
    try {
      const made = await callApi<FileWire>("POST", `/file/${uuid}/duplicate`, {
        json: { name: words("copyOf", { name }).slice(0, longestTitle) },
      });
      toast(words("duplicated"));
      router.push(`/documents/${made.uuid}/signers`);
    } catch (error) {
      const { title, body } = say(asProblem(error));
      toast([title, body].join(" "));
    }
  };
}
