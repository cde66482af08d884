import { UploadFindings } from "@/components/documents/upload-findings";
import { ClosedPage } from "@/components/signing/states/closed-page";
import { OutcomePage } from "@/components/signing/states/outcome-page";
import type { UploadWire } from "@/lib/files/schema";
import type { LinkPage } from "@/lib/signing/schema";
import { InvitationPage, LockedPage, SigningPage } from "./parted-states";

/** One page per state of the link (docs/spec/interface.md#link-states). */
export function SignPage({ page, u }: { page: LinkPage; u: string }) {
  switch (page.state) {
    case "ready":
      return <InvitationPage page={page} u={u} findings={findings(page.document.upload)} />;
    case "signing":
      return <SigningPage page={page} u={u} findings={findings(page.document.upload)} />;
    case "locked":
      return <LockedPage page={page} />;
    case "signed":
    case "finishing":
    case "completed":
    case "declined":
    case "expired":
    case "withdrawn":
      return <OutcomePage page={page} u={u} />;
    case "unknown":
    case "not_ready":
    case "too_many_misses":
    case "someone_else":
    case "not_your_turn":
      return <ClosedPage page={page} />;
  }
}

/** Made by the server, so that no signer waits for the code that words it. */
const findings = (upload: UploadWire) => <UploadFindings upload={upload} reader="signer" className="mb-4" />;
