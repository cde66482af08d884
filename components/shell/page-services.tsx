import type { ReactNode } from "react";
import { LiveRegionProvider } from "@/components/ui/live-region";
import { ToastProvider } from "@/components/ui/toast-provider";
import { AreaMessages } from "@/lib/locale/area-messages";

/** What the parts of every page share: notes in the corner, and the voice of the screen reader. */
export function PageServices({ children }: { children: ReactNode }) {
  return (
    <AreaMessages areas={["shell"]}>
      <ToastProvider>
        <LiveRegionProvider>{children}</LiveRegionProvider>
      </ToastProvider>
    </AreaMessages>
  );
}
