import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { makePdf } from "@/lib/pdf/testing/make-pdf";
import { pdfsig } from "@/lib/pdf/testing/outside-tools";
import type { ApiClient, Person } from "../api-client";
import { waitFor } from "../journey";
import { allowGuests, guestJourney, type SignedDocument } from "./guest-journey";
import { patienceMs } from "./persistent-client";

export interface Installation {
  /** Retries requests that a killed server did not answer. */
  api: ApiClient;
  admin: Person;
  /** The result of a statement `select … as n`. */
  count: (statement: string) => Promise<number>;
}

const documents = 4;
/** Certification, the guest, the seal. */
const signatures = 3;

/**
 * Signs documents concurrently, calls `kill` after the first signature, and checks that every document is signed once
 * and complete. Returns the documents.
 */
export async function expectNothingIsLost(
  installation: Installation,
  kill: () => Promise<void>,
): Promise<readonly SignedDocument[]> {
  const { api, admin, count } = installation;
  await allowGuests(api, admin);
  const journeys = Promise.all(
    Array.from({ length: documents }, (_, index) => {
      const pdf = makePdf({ pages: [{ extra: `/Copy(${String(index)})` }] });
      return guestJourney(api, admin, pdf, `document ${String(index)}`);
    }),
  );
  journeys.catch(() => undefined);
  while ((await count("select count(*) as n from sign_requests where signed_at is not null")) === 0) await sleep(20);
  await kill();
  const signed = await journeys;
  for (const document of signed) await expectWhole(installation, document);
  await expectOnce(installation);
  return signed;
}

async function expectWhole({ api, admin }: Installation, { uuid, pdf }: SignedDocument): Promise<void> {
  const [original, current] = [
    await api.bytes(`/file/${uuid}/content?version=original`, admin),
    await api.bytes(`/file/${uuid}/content?version=current`, admin),
  ];
  expect(original.equals(pdf)).toBe(true);
  expect(current.subarray(0, pdf.length).equals(pdf)).toBe(true);
  expect(pdfsig(current).map(({ isValid }) => isValid)).toEqual(Array<boolean>(signatures).fill(true));
  expect((await api.bytes(`/file/${uuid}/evidence`, admin)).subarray(0, 5).toString()).toBe("%PDF-");
}

/** One row of each kind per document, and no pending or failed jobs. */
async function expectOnce({ count }: Installation): Promise<void> {
  // Expiry and reminder jobs stay queued for days.
  const waiting =
    "select count(*) as n from outbox_jobs where done_at is null and dead_at is null and run_at < now() + interval '1 hour'";
  await waitFor(async () => (await count(waiting)) === 0 || undefined, "the work that is left", patienceMs / 1000);
  const acts = [
    "file.created",
    "file.released",
    "identify.code.accepted",
    "code.accepted",
    "certificate.issued",
    "signed",
    "file.completed",
  ];
  const figures = {
    documents: await count("select count(*) as n from files"),
    signed: await count("select count(*) as n from files where status = 'signed'"),
    evidence: await count("select count(*) as n from evidence_documents"),
    "failed jobs": await count("select count(*) as n from outbox_jobs where dead_at is not null"),
    "broken chains": await count(brokenChains),
  };
  expect(figures).toEqual({ documents, signed: documents, evidence: documents, "failed jobs": 0, "broken chains": 0 });
  for (const act of acts)
    expect([act, await count(`select count(*) as n from audit_events where type = '${act}'`)]).toEqual([
      act,
      documents,
    ]);
}

/** Events whose number or time is inconsistent with the previous event. */
const brokenChains = `select count(*) as n from (select seq, at, row_number() over chain - 1 as place, lag(at) over chain as before
  from audit_events window chain as (partition by file_id order by seq)) events where seq <> place or at < before`;
