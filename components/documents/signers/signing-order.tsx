"use client";

import {
  DndContext,
  DragOverlay,
  PointerSensor,
  pointerWithin,
  useDraggable,
  useDroppable,
  useSensor,
  useSensors,
  type Announcements,
} from "@dnd-kit/core";
import { clsx } from "clsx";
import { GripVertical } from "lucide-react";
import { useTranslations } from "next-intl";
import { Fragment, useState, type KeyboardEvent, type ReactNode } from "react";
import { useAnnounce } from "@/components/ui/live-region";
import { SignerMark } from "@/components/ui/signer-mark";
import { stepsOf, type SignerEntry } from "./signer-entry";

interface SigningOrderProps<Entry extends Ordered> {
  entries: readonly Entry[];
  nameOf: (entry: Entry, number: number) => string;
  onChange: (entries: Entry[]) => void;
}

/** The page's own live region announces moves, in the page's language. */
const silent: Announcements = {
  onDragStart: () => undefined,
  onDragOver: () => undefined,
  onDragEnd: () => undefined,
  onDragCancel: () => undefined,
};

/** The steps of a set order. People are dragged from step to step, or moved with the arrow keys. */
export function SigningOrder<Entry extends Ordered>({ entries, nameOf, onChange }: SigningOrderProps<Entry>) {
  const t = useTranslations("documents.signers.order");
  const announce = useAnnounce();
  const sensors = useSensors(useSensor(PointerSensor, { activationConstraint: { distance: 4 } }));
  const [dragged, setDragged] = useState<string | null>(null);
  const people = new Map(
    entries.map((entry, index) => [entry.key, { name: nameOf(entry, index + 1), number: index + 1 }]),
  );
  const groups = groupBySteps(entries);
  const shown = dragged === null ? undefined : people.get(dragged);

  function move(key: string, target: StepTarget | null) {
    if (target === null) return;
    const moved = withStep(entries, key, target);
    const step = groupBySteps(moved).findIndex((group) => group.some((entry) => entry.key === key)) + 1;
    onChange(moved);
    announce(t("moved", { name: people.get(key)?.name ?? "", step }));
  }

  function onKeyDown(event: KeyboardEvent, key: string) {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    move(key, nextTarget(entries, key, event.key === "ArrowUp" ? -1 : 1));
  }

  return (
    <section
      aria-labelledby="signing-order"
      className="rounded-card border border-hairline bg-surface px-4 py-4 sm:px-5"
    >
      <h2 id="signing-order" className="text-reading font-semibold">
        {t("heading")}
      </h2>
      <p className="mb-3 text-ui text-muted">{t("hint")}</p>
      <DndContext
        sensors={sensors}
        collisionDetection={pointerWithin}
        accessibility={{ announcements: silent, screenReaderInstructions: { draggable: "" } }}
        onDragStart={({ active }) => setDragged(String(active.id))}
        onDragCancel={() => setDragged(null)}
        onDragEnd={({ active, over }) => {
          setDragged(null);
          if (over) move(String(active.id), over.data.current as StepTarget);
        }}
      >
        <ol>
          {groups.map((group, index) => (
            <Fragment key={group.map(({ key }) => key).join(" ")}>
              <NewStep before={index + 1} isOffered={dragged !== null} />
              <Step number={index + 1}>
                {group.map(({ key }) => (
                  <li key={key}>
                    <Person id={key} {...(people.get(key) ?? { name: "", number: 0 })} onKeyDown={onKeyDown} />
                  </li>
                ))}
              </Step>
            </Fragment>
          ))}
          <NewStep before={groups.length + 1} isOffered={dragged !== null} />
        </ol>
        <DragOverlay dropAnimation={null}>{shown && <Chip {...shown} isLifted />}</DragOverlay>
      </DndContext>
    </section>
  );
}

function Step({ number, children }: { number: number; children: ReactNode }) {
  const t = useTranslations("documents.signers");
  const { setNodeRef, isOver } = useDroppable({ id: `join-${number}`, data: { kind: "join", step: number } });
  return (
    <li
      ref={setNodeRef}
      data-over={isOver || undefined}
      className={clsx(
        "flex flex-wrap items-center gap-x-4 gap-y-2 rounded-control border px-3 py-2 transition-colors",
        isOver ? "border-primary bg-primary/8" : "border-hairline",
      )}
    >
      <span className="w-14 text-ui text-muted">{t("step", { step: number })}</span>
      <ul aria-label={t("step", { step: number })} className="flex min-w-0 flex-1 flex-wrap gap-2">
        {children}
      </ul>
    </li>
  );
}

const line = "flex-1 border-t border-dashed border-current";

/**
 * The gap between two steps, where a new step can be dropped. Its height is constant, so that nothing moves under the
 * pointer.
 */
function NewStep({ before, isOffered }: { before: number; isOffered: boolean }) {
  const t = useTranslations("documents.signers.order");
  const { setNodeRef, isOver } = useDroppable({ id: `new-${before}`, data: { kind: "new", before } });
  return (
    <li
      ref={setNodeRef}
      aria-hidden
      className={clsx(
        "flex h-6 items-center gap-2 text-caption transition-opacity motion-reduce:transition-none",
        isOffered ? "opacity-100" : "opacity-0",
        isOver ? "font-medium text-primary" : "text-muted",
      )}
    >
      <span className={line} />
      {t("newStep")}
      <span className={line} />
    </li>
  );
}

interface PersonProps {
  id: string;
  name: string;
  number: number;
  onKeyDown: (event: KeyboardEvent, key: string) => void;
}

function Person({ id, name, number, onKeyDown }: PersonProps) {
  const t = useTranslations("documents.signers.order");
  const { setNodeRef, listeners, isDragging } = useDraggable({ id });
  return (
    <button
      ref={setNodeRef}
      type="button"
      title={t("keys")}
      aria-label={t("person", { name })}
      className={clsx("max-w-full cursor-grab touch-none rounded-pill", isDragging && "opacity-40")}
      {...listeners}
      onKeyDown={(event) => onKeyDown(event, id)}
    >
      <Chip name={name} number={number} />
    </button>
  );
}

function Chip({ name, number, isLifted }: { name: string; number: number; isLifted?: boolean }) {
  return (
    <span
      className={clsx(
        "flex min-h-9 items-center gap-2 rounded-pill border border-hairline bg-raised py-1 ps-1 pe-2 text-ui",
        isLifted && "cursor-grabbing shadow-popover",
      )}
    >
      <SignerMark number={number} size={24} />
      <bdi className="truncate">{name}</bdi>
      <GripVertical aria-hidden className="size-4 shrink-0 text-muted" />
    </span>
  );
}

/** A person in a set order. A CC has no place in it. */
export interface Ordered {
  key: string;
  role: SignerEntry["role"];
  /** Whether the person is in the same step as the one above. */
  withPrevious: boolean;
}

/**
 * The target of a move: into a step, or into a new one before step `before`. Steps count from 1; the last new one is
 * before the count plus one.
 */
export type StepTarget = { kind: "join"; step: number } | { kind: "new"; before: number };

/** The people of each step, in order. */
export function groupBySteps<Entry extends Ordered>(entries: readonly Entry[]): Entry[][] {
  const groups: Entry[][] = [];
  const acting = entries.filter(({ role }) => role !== "cc");
  stepsOf(acting).forEach((step, index) => {
    const entry = acting[index];
    if (entry) (groups[step - 1] ??= []).push(entry);
  });
  return groups;
}

/** The entries after a move; an empty step disappears. */
export function withStep<Entry extends Ordered>(entries: readonly Entry[], key: string, target: StepTarget): Entry[] {
  const moved = entries.find((entry) => entry.key === key);
  if (!moved) return [...entries];
  const groups = groupBySteps(entries).map((group) => group.filter((entry) => entry.key !== key));
  if (target.kind === "join") groups[target.step - 1]?.push(moved);
  else groups.splice(target.before - 1, 0, [moved]);
  const acting = groups.flatMap((group) => group.map((entry, index) => ({ ...entry, withPrevious: index > 0 })));
  return entries.map((entry) => (entry.role === "cc" ? entry : (acting.shift() ?? entry)));
}

/**
 * The next place up (-1) or down (1): a person in a shared step gets a separate step, and a person alone joins the
 * next step. Null at the end.
 */
export function nextTarget(entries: readonly Ordered[], key: string, by: -1 | 1): StepTarget | null {
  const groups = groupBySteps(entries);
  const step = groups.findIndex((group) => group.some((entry) => entry.key === key)) + 1;
  if (step === 0) return null;
  if ((groups[step - 1]?.length ?? 0) > 1) return { kind: "new", before: by === 1 ? step + 1 : step };
  const next = step + by;
  return next < 1 || next > groups.length ? null : { kind: "join", step: next };
}
