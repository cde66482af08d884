"use client";

import { Play } from "lucide-react";
import { useState } from "react";
import { logInToDemo } from "@/components/account/log-in";
import { Button } from "@/components/ui/button";

interface DemoButtonProps {
  label: string;
  /** Shown when the log-in fails. */
  failed: string;
}

/** Logs in to the demo and opens its documents. */
export function DemoButton({ label, failed }: DemoButtonProps) {
  const [state, setState] = useState<"ready" | "busy" | "failed">("ready");

  async function open() {
    setState("busy");
    const result = await logInToDemo();
    if (result.ok) window.location.assign("/documents");
    else setState("failed");
  }

  return (
    <>
      <Button
        variant="primary"
        size="signer"
        icon={<Play aria-hidden className="size-4" />}
        busy={state === "busy"}
        onClick={() => void open()}
      >
        {label}
      </Button>
      <p role="status" className="basis-full text-ui text-danger empty:hidden">
        {state === "failed" && failed}
      </p>
    </>
  );
}
