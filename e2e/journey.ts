import { randomBytes } from "node:crypto";
import sharp from "sharp";
import type { Answer, ApiClient, Person } from "./api-client";

/** The main use case over HTTP as an API client. Each step throws with the answer if it is unexpected. */
export interface Box {
  page: number;
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface JourneySigner {
  person: Person;
  signRequestId: number;
  link: string;
  box: Box;
}

export interface StartedJourney {
  fileId: number;
  uuid: string;
  signers: { byCode: JourneySigner; byPassword: JourneySigner };
}

export interface FileAnswer {
  id: number;
  uuid: string;
  status: number;
  pages: number;
  signers: { signRequestId: number; email: string; status: string; signed: string | null }[];
}

export const signPassword = "a quiet green harbour";

export function expectStatus<Body>(answer: Answer<Body>, status: number, step: string): Body {
  if (answer.status !== status)
    throw new Error(`${step}: expected ${status}, got ${answer.status}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}

export function newPerson(name: string): Person {
  return {
    email: `${name}-${randomBytes(4).toString("hex")}@example.org`,
    password: `harbour ${randomBytes(6).toString("hex")}`,
  };
}

/**
 * A signature image: an opaque stroke on a transparent background that fills its field edge to edge, so that pixels can
 * be measured.
 */
export function strokePng(widthPx = 300, heightPx = 100): Promise<Buffer> {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${widthPx}" height="${heightPx}"><path d="M2 ${heightPx - 2} L${widthPx / 3} 2 L${widthPx / 2} ${heightPx - 2} L${widthPx - 2} 2" stroke="#102a83" stroke-width="4" fill="none"/></svg>`;
  return sharp(Buffer.from(svg)).png().toBuffer();
}

/** Creates a draft, places a field per signer, releases it, and reads both links from the inbox. */
export async function startJourney(
  api: ApiClient,
  requester: Person,
  pdf: Buffer,
  name: string,
  boxes: { byCode: Box; byPassword: Box },
): Promise<StartedJourney> {
  const people = { byCode: newPerson("ana"), byPassword: newPerson("bo") };
  const created = expectStatus(
    await api.call<{ data: FileAnswer }>("POST", "/request-signature", {
      as: requester,
      json: {
        file: { base64: pdf.toString("base64") },
        name,
        users: [
          { email: people.byCode.email, displayName: "Ana Ångström" },
          { email: people.byPassword.email, displayName: "Bo Ωmega", signMethod: "password" },
        ],
      },
    }),
    200,
    "create",
  ).data;
  const requestOf = (person: Person) => {
    const signer = created.signers.find((candidate) => candidate.email === person.email);
    if (!signer) throw new Error("a signer is missing in the answer");
    return signer.signRequestId;
  };
  const ids = { byCode: requestOf(people.byCode), byPassword: requestOf(people.byPassword) };
  for (const who of ["byCode", "byPassword"] as const) {
    expectStatus(
      await api.call("POST", `/file/${created.uuid}/elements`, {
        as: requester,
        json: { type: "signature", signRequestId: ids[who], coordinates: boxes[who] },
      }),
      200,
      "place",
    );
  }
  expectStatus(
    await api.call("PATCH", "/request-signature", { as: requester, json: { uuid: created.uuid, status: 1 } }),
    200,
    "release",
  );
  const signer = async (who: "byCode" | "byPassword"): Promise<JourneySigner> => ({
    person: people[who],
    signRequestId: ids[who],
    box: boxes[who],
    link: await linkFor(api, requester, people[who].email),
  });
  return {
    fileId: created.id,
    uuid: created.uuid,
    signers: { byCode: await signer("byCode"), byPassword: await signer("byPassword") },
  };
}

/** Registers through the link, stores a signature image and, for the password method, sets a signing password. */
export async function registerSigner(
  api: ApiClient,
  signer: JourneySigner,
  options: { signPassword: boolean },
): Promise<void> {
  const { email, password } = signer.person;
  expectStatus(
    await api.call("POST", `/account/create/${signer.link}`, { json: { email, password } }),
    200,
    "register",
  );
  const image = (await strokePng()).toString("base64");
  expectStatus(
    await api.call("POST", "/account/signature/elements", {
      as: signer.person,
      json: { elements: [{ type: "signature", file: { base64: image } }] },
    }),
    200,
    "store image",
  );
  if (options.signPassword)
    expectStatus(
      await api.call("POST", "/account/signature", { as: signer.person, json: { signPassword } }),
      200,
      "signing password",
    );
}

export async function requestCode(api: ApiClient, admin: Person, signer: JourneySigner): Promise<string> {
  const before = (await inboxMessages(api, admin, signer.person.email)).length;
  expectStatus(
    await api.call("POST", `/sign/uuid/${signer.link}/code`, { as: signer.person, json: {} }),
    200,
    "ask for a code",
  );
  const mail = await waitFor(
    async () =>
      (await inboxMessages(api, admin, signer.person.email))
        .slice(before)
        .find((message) => /\b\d{6}\b/.test(message.text)),
    "the code mail",
  );
  return /\b(\d{6})\b/.exec(mail.text)?.[1] ?? "";
}

export async function waitUntilSigned(api: ApiClient, requester: Person, uuid: string): Promise<FileAnswer> {
  return waitFor(async () => {
    const file = expectStatus(
      await api.call<FileAnswer>("GET", `/file/validate/uuid/${uuid}`, { as: requester }),
      200,
      "validate",
    );
    return file.status === 3 ? file : undefined;
  }, "status 3");
}

interface InboxMessage {
  id: number;
  to: string;
  subject: string;
  text: string;
}

/** The notice to the owner of an address about a new account whose password the administrator chose. */
const aboutNewAccount = ({ subject, text }: InboxMessage): boolean =>
  subject.startsWith("Your account at ") && !/\/reset\/[\w-]{43}/.test(text);

/** Inbox messages to one address, oldest first, without the notice about its account. */
export async function inboxMessages(api: ApiClient, admin: Person, to: string): Promise<InboxMessage[]> {
  const { data } = expectStatus(
    await api.call<{ data: InboxMessage[] }>("GET", `/admin/inbox?to=${encodeURIComponent(to)}`, { as: admin }),
    200,
    "inbox",
  );
  return data.filter((message) => !aboutNewAccount(message)).toSorted((a, b) => a.id - b.id);
}

/** The link of the newest invitation, once it is another than `previous`. */
export function linkFor(api: ApiClient, admin: Person, email: string, previous?: string): Promise<string> {
  const pattern = /^\S+\/sign\/([0-9a-f-]{36})$/m;
  return waitFor(async () => {
    const links = (await inboxMessages(api, admin, email)).map(({ text }) => pattern.exec(text)?.[1]);
    const newest = links.findLast((link) => link !== undefined);
    return newest === previous ? undefined : newest;
  }, `the invitation of ${email}`);
}

export async function waitFor<Value>(
  look: () => Promise<Value | undefined>,
  what: string,
  seconds = 15,
): Promise<Value> {
  for (let attempt = 0; attempt < seconds * 10; attempt++) {
    const found = await look();
    if (found !== undefined) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`waited ${String(seconds)} s for ${what}`);
}
