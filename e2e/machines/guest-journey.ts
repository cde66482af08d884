import type { ApiClient, Person } from "../api-client";
import { expectStatus, inboxMessages, newPerson, strokePng, waitFor, type FileAnswer } from "../journey";
import { patienceMs } from "./persistent-client";

export interface SignedDocument {
  uuid: string;
  fileId: number;
  signRequestId: number;
  signer: string;
  /** The PDF as uploaded. */
  pdf: Buffer;
}

const patience = patienceMs / 1000;

/** Lets signers without an account identify themselves by a code sent by e-mail. */
export async function allowGuests(api: ApiClient, admin: Person): Promise<void> {
  expectStatus(
    await api.call("PUT", "/admin/settings", { as: admin, json: { identify_method: ["email"] } }),
    200,
    "allow guests",
  );
}

/**
 * Uploads a document, places a field and sends it to a signer without an account, who identifies by one code from an
 * e-mail and signs with another. Ends when the document is sealed.
 */
export async function guestJourney(
  api: ApiClient,
  requester: Person,
  pdf: Buffer,
  name: string,
  type = "application/pdf",
): Promise<SignedDocument> {
  const signer = newPerson("guest").email;
  const { id: fileId, uuid } = expectStatus(
    await api.call<FileAnswer>("POST", `/file?name=${encodeURIComponent(name)}`, {
      as: requester,
      body: pdf,
      type,
    }),
    200,
    "upload",
  );
  const request = { name, file: { fileId }, users: [{ email: signer, displayName: "Gil Guest" }] };
  const created = expectStatus(
    await api.call<{ data: FileAnswer }>("POST", "/request-signature", { as: requester, json: request }),
    200,
    "request",
  ).data;
  const signRequestId = created.signers[0]?.signRequestId ?? 0;
  const coordinates = { page: 1, left: 40, top: 60, width: 180, height: 60 };
  expectStatus(
    await api.call("POST", `/file/${uuid}/elements`, {
      as: requester,
      json: { type: "signature", signRequestId, coordinates },
    }),
    200,
    "place",
  );
  expectStatus(
    await api.call("PATCH", "/request-signature", { as: requester, json: { uuid, status: 1 } }),
    200,
    "send",
  );
  const link = await mailed(api, requester, signer, /^\S+\/sign\/([0-9a-f-]{36})$/m);
  await signAsGuest(api, requester, signer, `/sign/uuid/${link}`);
  await waitFor(
    async () => {
      const answer = await api.call<FileAnswer>("GET", `/file/validate/uuid/${uuid}`, { as: requester });
      return expectStatus(answer, 200, "validate").status === 3 || undefined;
    },
    `the completion of ${name}`,
    patience,
  );
  return { uuid, fileId, signRequestId, signer, pdf };
}

async function signAsGuest(api: ApiClient, admin: Person, signer: string, place: string): Promise<void> {
  const code = /\b(\d{6})\b/;
  expectStatus(await api.call("POST", `${place}/identify`, { json: {} }), 200, "ask who I am");
  const identified = await mailed(api, admin, signer, code);
  const { token } = expectStatus(
    await api.call<{ token: string }>("POST", `${place}/identify/confirm`, { json: { code: identified } }),
    200,
    "show who I am",
  );
  const image = (await strokePng()).toString("base64");
  const fields = [{ type: "signature", file: { base64: image } }];
  expectStatus(
    await api.call("POST", `${place}/elements`, { as: token, json: { elements: fields } }),
    200,
    "store image",
  );
  expectStatus(await api.call("POST", `${place}/code`, { as: token, json: {} }), 200, "ask for a code");
  const signing = await mailed(api, admin, signer, code, identified);
  expectStatus(await api.call("POST", place, { as: token, json: { code: signing } }), 200, "sign");
}

/** The text of the newest message to the signer, other than `known`. */
function mailed(api: ApiClient, admin: Person, to: string, pattern: RegExp, known?: string): Promise<string> {
  return waitFor(
    async () => {
      const found = (await inboxMessages(api, admin, to)).map(({ text }) => pattern.exec(text)?.[1]);
      return found.findLast((value) => value !== undefined && value !== known);
    },
    `a message to ${to}`,
    patience,
  );
}
