import { setTimeout as sleep } from "node:timers/promises";
import { signPassword, type FileAnswer } from "@/e2e/journey";
import type { Caller } from "./keep-alive-client";
import type { People, Signer } from "./people";

const box = { page: 1, left: 60, top: 80, width: 140, height: 50 };
const usualPollMs = 25;
const patienceMs = 60_000;

/**
 * One document from upload to seal: create it from base64, place a field, release it, authenticate by a code from an
 * e-mail or by the signing password, sign, and poll until the document is completed. Evidence is made afterwards, and
 * the benchmark waits for it. Returns the document's uuid.
 */
export function runJourney(
  caller: Caller,
  people: People,
  base64: string,
  signer: Signer,
  signMethod: "email" | "password",
): Promise<string> {
  return runJourneyOf(caller, people, base64, [signer], signMethod);
}

interface JourneyOptions {
  /** Called after each step with its name. */
  afterStep?: (step: string) => Promise<void>;
  /** Pause between two polls while waiting for a code or for the seal. */
  pollMs?: number;
}

/** A journey with several signers, who sign in order. */
export async function runJourneyOf(
  caller: Caller,
  people: People,
  base64: string,
  signers: readonly Signer[],
  signMethod: "email" | "password",
  { afterStep = () => Promise.resolve(), pollMs = usualPollMs }: JourneyOptions = {},
): Promise<string> {
  const users = signers.map(({ email }) => ({ email, displayName: "Ana Lima", signMethod }));
  const body = `{"name":"Lease","users":${JSON.stringify(users)},"file":{"base64":"${base64}"}}`;
  const { data: file } = await caller.call<{ data: FileAnswer }>("POST", "/request-signature", people.sender, body);
  await afterStep("create, compare the readers");
  for (const [index, { signRequestId }] of file.signers.entries())
    await caller.call("POST", `/file/${file.uuid}/elements`, people.sender, {
      type: "signature",
      signRequestId,
      coordinates: { ...box, top: box.top + index * 60 },
    });
  await afterStep("place a field");
  await caller.call("PATCH", "/request-signature", people.sender, { uuid: file.uuid, status: 1 });
  await afterStep("release, mail the invitation");
  for (const signer of signers) {
    const proof =
      signMethod === "password"
        ? { password: signPassword }
        : { code: await mailedCode(caller, people, file.id, signer, pollMs) };
    if (signMethod === "email") await afterStep("mail a code, read it");
    await caller.call("POST", `/sign/file_id/${String(file.id)}`, signer.authorization, proof);
  }
  await untilFound(
    async () =>
      (await caller.call<{ status: number }>("GET", `/file/${file.uuid}/progress`, people.sender)).status === 3 || null,
    "completion",
    pollMs,
  );
  await afterStep("sign, seal, evidence, mails");
  return file.uuid;
}

async function mailedCode(
  caller: Caller,
  people: People,
  fileId: number,
  { email, authorization }: Signer,
  pollMs: number,
): Promise<string> {
  const path = `/admin/inbox?to=${encodeURIComponent(email)}${people.listsFewMessages ? "&length=2" : ""}`;
  const inbox = async (): Promise<{ id: number; text: string }[]> =>
    (await caller.call<{ data: { id: number; text: string }[] }>("GET", path, people.admin)).data;
  const known = new Set((await inbox()).map(({ id }) => id));
  await caller.call("POST", `/sign/file_id/${String(fileId)}/code`, authorization, {});
  return untilFound(
    async () => {
      const fresh = (await inbox()).filter(({ id }) => !known.has(id)).map(({ text }) => /\b(\d{6})\b/.exec(text)?.[1]);
      return fresh.find((code) => code !== undefined) ?? null;
    },
    "the code",
    pollMs,
  );
}

async function untilFound<Found>(look: () => Promise<Found | null>, what: string, pollMs: number): Promise<Found> {
  const endsAt = performance.now() + patienceMs;
  for (;;) {
    await sleep(pollMs);
    const found = await look();
    if (found !== null) return found;
    if (performance.now() > endsAt) throw new Error(`waited ${String(patienceMs / 1000)} s for ${what}`);
  }
}
