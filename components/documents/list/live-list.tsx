"use client";

import { useRouter } from "next/navigation";
import { callApi } from "@/components/api/call";
import type { ListMark } from "@/lib/views/schema";
import { useLook } from "../use-look";

/** Keeps the list current without a reload while it is visible. `mark` identifies the shown state. */
export function LiveList({ mark }: { mark: string }) {
  const router = useRouter();
  useLook(async () => {
    const now = await callApi<ListMark>("GET", "/file/list/mark", { background: true });
    if (now.mark !== mark) router.refresh();
  }, true);
  return null;
}
