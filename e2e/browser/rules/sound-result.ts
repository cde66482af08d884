import { expect } from "@playwright/test";
import { apiClient, type Person } from "@/e2e/api-client";
import type { SeededRequest } from "@/e2e/browser/world/seed";
import { waitUntilSigned } from "@/e2e/journey";
import { opensslVerdicts } from "@/e2e/oracles";
import { pdfsig } from "@/lib/pdf/testing/outside-tools";

interface Result {
  server: { origin: string };
  requester: Person;
  request: Pick<SeededRequest, "uuid">;
  signers: readonly string[];
}

/** Checks the finished PDF with external tools and our own verifier. Returns its bytes. */
export async function expectSoundResult({ server, requester, request, signers }: Result): Promise<Buffer> {
  const api = apiClient(server.origin);
  await waitUntilSigned(api, requester, request.uuid);
  const pdf = await api.bytes(`/file/${request.uuid}/content`, requester);
  const signatures = pdfsig(pdf);
  expect(signatures.map((signature) => signature.isValid)).toEqual(signatures.map(() => true));
  for (const name of signers)
    expect(signatures.map((signature) => signature.signer)).toContainEqual(expect.stringContaining(name));
  const root = await (await fetch(`${server.origin}/pki/ca.crt`)).text();
  expect(opensslVerdicts(pdf, root)).toEqual(signatures.map(() => true));
  const report = await api.call<{ verdict: string }>("POST", "/file/validate", { body: pdf, type: "application/pdf" });
  expect(report.body.verdict).toMatch(/^intact/);
  return pdf;
}
