import type { ApiClient, Person } from "@/e2e/api-client";
import { expectStatus, linkFor, waitFor, type FileAnswer } from "@/e2e/journey";
import { textPdf } from "@/lib/pdf/testing/text-pdf";
import { signByCode, untilComplete, type NamedPerson, type SeededRequest } from "./seed";

export interface EnvelopeFilePlan {
  name: string;
  /** Lines of text, one list per page. */
  pages: readonly string[];
  /** Indexes from 0 of the people who have a signature field on its first page. */
  signers?: readonly number[];
  /** A text field of the first person, on its last page. */
  text?: string;
}

interface EnvelopePlan {
  requester: Person;
  name: string;
  files: readonly EnvelopeFilePlan[];
  people: readonly NamedPerson[];
  /** Default account. */
  identify?: "email";
  /** False leaves it a draft. */
  release?: boolean;
}

export interface SeededEnvelope extends SeededRequest {
  files: readonly { uuid: string; name: string }[];
}

/** An envelope, created through the public API. */
export async function newEnvelope(api: ApiClient, admin: Person, plan: EnvelopePlan): Promise<SeededEnvelope> {
  const { people, files, identify = "account", release = true } = plan;
  const users = people.map(({ email, name }, index) => ({
    ...{ email, displayName: name, identifyMethod: identify },
    visibleElements: files.flatMap((file, at) => fieldsOf(file, at, index)),
  }));
  const { data } = expectStatus(
    await api.call<{ data: FileAnswer & { files: { uuid: string; name: string }[] } }>("POST", "/envelopes", {
      as: plan.requester,
      json: {
        ...{ name: plan.name, status: release ? 1 : 0, users },
        files: files.map(({ name, pages }) => ({
          name,
          file: { base64: textPdf(pages.map((text) => [[72, 700, text]])).toString("base64") },
        })),
      },
    }),
    200,
    "create an envelope",
  );
  const signers = await Promise.all(
    people.map(async (person) => ({
      person,
      signRequestId: data.signers.find(({ email }) => email === person.email)?.signRequestId ?? 0,
      link: release ? await linkIn(api, admin, person, data.uuid) : "",
    })),
  );
  return {
    uuid: data.uuid,
    fileId: data.id,
    name: plan.name,
    signers: signers as SeededEnvelope["signers"],
    files: data.files,
  };
}

function fieldsOf({ signers = [], text, pages }: EnvelopeFilePlan, file: number, person: number): unknown[] {
  const place = { left: 72, width: 150 };
  return [
    ...(signers.includes(person)
      ? [{ type: "signature", file, coordinates: { page: 1, ...place, top: 160 + person * 90, height: 50 } }]
      : []),
    ...(text !== undefined && person === 0
      ? [{ type: "text", label: text, file, coordinates: { page: pages.length, ...place, top: 420, height: 20 } }]
      : []),
  ];
}

function linkIn(api: ApiClient, admin: Person, person: Person, uuid: string): Promise<string> {
  return waitFor(async () => {
    const link = await linkFor(api, admin, person.email);
    const answer = await api.call<{ uuid?: string }>("GET", `/sign/uuid/${link}`);
    return answer.body.uuid === uuid ? link : undefined;
  }, `the link of ${person.email}`);
}

export interface Envelopes {
  draft: SeededEnvelope;
  sent: SeededEnvelope;
  completed: SeededEnvelope;
}

interface Ground {
  api: ApiClient;
  admin: Person;
  requester: Person;
  /** Have accounts and stored signatures. */
  people: readonly NamedPerson[];
}

/** An envelope in every state that looks different. */
export async function seedEnvelopes({ api, admin, requester, people }: Ground): Promise<Envelopes> {
  const files: EnvelopeFilePlan[] = [
    { name: "Lease", pages: ["Lease of the flat", "Rent and deposit"], signers: [0, 1], text: "Place" },
    { name: "House rules", pages: ["House rules"], signers: [0] },
    { name: "Floor plan", pages: ["Floor plan of the third floor"] },
  ];
  const make = (name: string, release = true) =>
    newEnvelope(api, admin, { requester, name, files, people: people.slice(0, 2), release });
  const completed = await newEnvelope(api, admin, {
    ...{ requester, name: "Lease of the garage", people: people.slice(0, 1) },
    files: files.slice(0, 2).map(({ text: _, ...file }) => ({ ...file, signers: [0] })),
  });
  const [signer] = completed.signers;
  if (signer) await signByCode(api, admin, signer);
  await untilComplete(api, requester, completed);
  return { draft: await make("Lease of the attic", false), sent: await make("Lease and house rules"), completed };
}
