import {
  AtSign,
  CalendarDays,
  PenLine,
  SquareCheckBig,
  TextCursorInput,
  Type,
  User,
  type LucideIcon,
} from "lucide-react";
import type { ElementType } from "@/components/editor/editor-element";

const icons: Record<ElementType, LucideIcon> = {
  signature: PenLine,
  initial: Type,
  date: CalendarDays,
  name: User,
  email: AtSign,
  text: TextCursorInput,
  checkbox: SquareCheckBig,
};

export function FieldIcon({ type, className }: { type: ElementType; className?: string }) {
  const Icon = icons[type];
  return <Icon aria-hidden className={className} />;
}
