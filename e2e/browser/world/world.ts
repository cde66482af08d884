import { randomUUID } from "node:crypto";
import type { ApiClient, Person } from "@/e2e/api-client";
import { expectStatus, requestCode, strokePng } from "@/e2e/journey";
import { formPdf } from "@/lib/pdf/testing/hand-written-pdf";
import { taggedTablePdf } from "@/lib/pdf/testing/tagged-table-pdf";
import { textPdf } from "@/lib/pdf/testing/text-pdf";
import { seedBulkSends, type BulkWorld } from "./bulk-sends";
import { petForm } from "./conditions";
import { makeDirectLinks, type DirectLinks } from "./direct-links";
import { seedEnvelopes, type Envelopes } from "./envelopes";
import { passDeadline } from "./pass-deadline";
import {
  newAccount,
  newRequest,
  signByCode,
  storeSignature,
  stranger,
  untilComplete,
  type NamedPerson,
  type RequestPlan,
  type SeededRequest,
  type SignerPlan,
} from "./seed";

/** One document in every state, and its people. The tests of all pages use it. */
export interface World {
  admin: Person;
  requester: NamedPerson;
  /** Has an account, a stored signature and initials. */
  returning: NamedPerson;
  other: NamedPerson;
  draft: SeededRequest;
  unplaced: SeededRequest;
  /** Uploaded as a form with scripts, links and an attached file. */
  activeDraft: SeededRequest;
  /** Its text contains placeholders for fields; none has been placed. */
  marked: SeededRequest;
  active: SeededRequest;
  waiting: SeededRequest;
  /** Its signer has no account and needs none. */
  forGuest: SeededRequest;
  /** Anyone with the link can sign it. */
  byLink: SeededRequest;
  mixed: SeededRequest;
  /** Fields with conditions and calculations. */
  conditions: SeededRequest;
  conditionsDraft: SeededRequest;
  byPassword: SeededRequest;
  ordered: SeededRequest;
  partly: SeededRequest;
  completed: SeededRequest;
  declined: SeededRequest;
  withdrawn: SeededRequest;
  expired: SeededRequest;
  locked: SeededRequest;
  /** A tagged document with a table. Its signers are asked for files; the first has added one of two. */
  attaching: SeededRequest;
  /** An approver, a viewer, a CC and a signer. */
  roles: SeededRequest;
  /** A template with two roles. */
  template: number;
  bulk: BulkWorld;
  /** Lease, house rules and floor plan; two signers, the first in two of them. */
  envelopes: Envelopes;
  /** Tokens of direct links to the template. */
  directLinks: DirectLinks;
  unknownLink: string;
}

const activeForm = formPdf({
  catalog: "/OpenAction<</S/JavaScript/JS(1)>>",
  widgets: [
    "/FT/Tx/T(name)/V(Ada Lovelace)/Rect[40 340 240 360]/F 4",
    "/FT/Btn/Ff 65536/T(send)/MK<</CA(Send)>>/Rect[40 300 120 320]/F 4/A<</S/SubmitForm/F(https://example.org)>>",
    "/Subtype/Link/Rect[40 260 120 280]/A<</S/URI/URI(https://example.org)>>",
    "/Subtype/FileAttachment/Rect[260 360 280 380]",
  ],
});

const markedPdf = textPdf([
  [
    [72, 700, "House rules"],
    [72, 640, "Tenant {{sig:1}}"],
    [330, 640, "Landlord {{sig:2}}"],
    [72, 560, "Date: ____________"],
    [330, 560, "{{text:3:Witness}}"],
  ],
  [[72, 700, "Rubrica: ______"]],
]);

interface Ground {
  api: ApiClient;
  admin: Person;
  dataDir: string;
}

export async function seedWorld({ api, admin, dataDir }: Ground): Promise<World> {
  const requester = await newAccount(api, admin, "Ines Ribeiro", "requester");
  const returning = await newAccount(api, admin, "Ana Silva", "signer");
  const other = await newAccount(api, admin, "Bo Lindqvist", "signer");
  for (const person of [returning, other]) await storeSignature(api, person);
  const make = <S extends readonly SignerPlan[] | readonly [SignerPlan]>(
    name: string,
    plan: Omit<RequestPlan<S>, "requester" | "name">,
  ) => newRequest(api, admin, { requester, name, ...plan });
  const both = [{ person: returning }, { person: other }] as const;
  const mixedFields = [
    { page: 1 },
    { page: 2, type: "initial" as const },
    { page: 2, top: 200, type: "text" as const, label: "Place" },
    { page: 3, top: 500 },
  ];
  const template = await makeTemplate(api, requester);
  return {
    admin,
    requester,
    returning,
    other,
    draft: await make("Partnership agreement", { signers: both, pages: 3, release: false }),
    unplaced: await make("Non-disclosure agreement", {
      signers: [{ person: returning, attachmentRequests: [idCard, proof] }, { person: stranger("Chidi Eze") }],
      fields: [{}],
      release: false,
    }),
    activeDraft: await make("Registration form", { signers: both, pdf: activeForm, release: false }),
    marked: await make("House rules", { signers: both, pdf: markedPdf, fields: [], release: false }),
    active: await make("Insurance form", { signers: [{ person: stranger("Ife Obi") }], pdf: activeForm }),
    waiting: await refusedAChange(
      api,
      requester,
      await make("Lease 2027", { signers: [{ person: stranger("Dora Novak") }], pages: 3 }),
    ),
    forGuest: await make("Gym membership", { signers: [{ person: stranger("Gita Rao") }], identify: "email" }),
    byLink: await whileLinkIsAllowed(api, admin, () =>
      make("House rules received", { signers: [{ person: stranger("Lena Fuchs") }], identify: "link" }),
    ),
    mixed: await make("Employment contract", { signers: [{ person: returning }], pages: 3, fields: mixedFields }),
    conditions: await make("Pet agreement", { signers: [{ person: returning }], fields: petForm }),
    conditionsDraft: await make("Pet agreement, draft", {
      signers: [{ person: returning }],
      fields: petForm,
      release: false,
    }),
    byPassword: await make("Loan agreement", { signers: [{ person: stranger("Emil Berg"), signMethod: "password" }] }),
    ordered: await waitingTurn(api, requester, await make("Board minutes", { signers: both })),
    partly: await signedByFirst(api, admin, await make("Offer 4711", { signers: both })),
    completed: await completedBy(api, admin, requester, await make("Delivery terms", { signers: both })),
    declined: await declinedByFirst(api, await make("Amendment 2", { signers: both })),
    withdrawn: await heldBy(
      api,
      admin,
      await withdrawnBy(api, requester, await make("Old price list", { signers: [{ person: returning }] })),
    ),
    expired: await pastDeadline(dataDir, await make("Summer offer", { signers: [{ person: returning }] })),
    locked: await lockedOut(api, admin, await make("Power of attorney", { signers: [{ person: returning }] })),
    attaching: await withOneFile(
      api,
      await make("Tenancy application", {
        pdf: taggedTablePdf(),
        fields: [
          { signer: 0, top: 480 },
          { signer: 1, top: 560 },
        ],
        signers: [
          { person: returning, attachmentRequests: [idCard, proof] },
          { person: stranger("Noor Haddad"), attachmentRequests: [idCard] },
        ],
      }),
    ),
    roles: await make("Budget 2028", {
      signers: [
        { person: returning, role: "approver" },
        { person: other, role: "viewer" },
        { person: stranger("Cara Lind"), role: "cc" },
        { person: stranger("Sami Aalto"), signingOrder: 2 },
      ],
      pages: 2,
    }),
    bulk: await seedBulkSends(api, dataDir, await newAccount(api, admin, "Rita Sousa", "requester"), makeTemplate),
    template,
    envelopes: await seedEnvelopes({ api, admin, requester, people: [returning, other] }),
    directLinks: await makeDirectLinks(api, requester, { dataDir, template }),
    unknownLink: randomUUID(),
  };
}

const idCard = { label: "ID card", help: "Front and back, all corners visible.", maxCount: 2 };
const proof = { label: "Proof of address", types: ["pdf" as const, "docx" as const], required: true };

/** The first signer has added a picture for the first request. */
async function withOneFile(api: ApiClient, request: SeededRequest): Promise<SeededRequest> {
  const [first] = request.signers;
  expectStatus(
    await api.call("POST", `/sign/uuid/${first?.link}/attachment-requests/1?name=identity-card-front.png`, {
      ...(first ? { as: first.person } : {}),
      body: await strokePng(400, 250),
      type: "application/octet-stream",
    }),
    200,
    "attach",
  );
  return request;
}

/** A lease with a landlord and a tenant. */
async function makeTemplate(api: ApiClient, requester: Person): Promise<number> {
  const box = { page: 1, left: 72, top: 500, width: 150, height: 50 };
  const json = {
    name: "Lease",
    file: { base64: markedPdf.toString("base64") },
    roles: [
      { name: "Tenant", attachmentRequests: [idCard] },
      { name: "Landlord", signingOrder: 2, description: "Please check the rent." },
    ],
    fields: [
      { role: "Tenant", type: "signature", coordinates: box },
      { role: "Landlord", type: "signature", coordinates: { ...box, left: 330 } },
      { role: "Landlord", type: "text", label: "Rent", coordinates: { ...box, top: 300, height: 20 }, value: "900" },
    ],
  };
  return expectStatus(await api.call<{ id: number }>("POST", "/templates", { as: requester, json }), 200, "template")
    .id;
}

/** Tries to change a sent document; the rejection appears in the requester's request log. */
async function refusedAChange(api: ApiClient, requester: Person, request: SeededRequest): Promise<SeededRequest> {
  expectStatus(
    await api.call("POST", `/file/${request.uuid}/elements`, {
      as: requester,
      json: {
        type: "text",
        signRequestId: request.signers[0].signRequestId,
        coordinates: { page: 1, left: 10, top: 10, width: 50, height: 20 },
      },
    }),
    409,
    "change what was sent",
  );
  return request;
}

/** Both signers were invited; then the requester moved the second after the first. */
async function waitingTurn(api: ApiClient, requester: Person, request: SeededRequest): Promise<SeededRequest> {
  const users = request.signers.map(({ person, signRequestId }, index) => ({
    signRequestId,
    email: person.email,
    displayName: person.name,
    signingOrder: index + 1,
  }));
  expectStatus(
    await api.call("PATCH", "/request-signature", { as: requester, json: { uuid: request.uuid, users } }),
    200,
    "order the signers",
  );
  return request;
}

async function signedByFirst(api: ApiClient, admin: Person, request: SeededRequest): Promise<SeededRequest> {
  const [first] = request.signers;
  if (first) await signByCode(api, admin, first);
  return request;
}

export async function completedBy(
  api: ApiClient,
  admin: Person,
  requester: Person,
  request: SeededRequest,
): Promise<SeededRequest> {
  for (const signer of request.signers) await signByCode(api, admin, signer);
  await untilComplete(api, requester, request);
  return request;
}

async function declinedByFirst(api: ApiClient, request: SeededRequest): Promise<SeededRequest> {
  const [first] = request.signers;
  if (first)
    expectStatus(
      await api.call("POST", `/sign/uuid/${first.link}/decline`, {
        as: first.person,
        json: { reason: "The price is not the one we agreed on." },
      }),
      200,
      "decline",
    );
  return request;
}

export async function withdrawnBy(api: ApiClient, requester: Person, request: SeededRequest): Promise<SeededRequest> {
  expectStatus(await api.call("DELETE", `/sign/file_id/${request.fileId}`, { as: requester }), 200, "withdraw");
  return request;
}

/** The administrator places a legal hold. */
async function heldBy(api: ApiClient, admin: Person, request: SeededRequest): Promise<SeededRequest> {
  expectStatus(await api.call("PUT", `/admin/holds/${request.uuid}`, { as: admin }), 200, "hold");
  return request;
}

export async function pastDeadline(dataDir: string, request: SeededRequest): Promise<SeededRequest> {
  await passDeadline(dataDir, request.uuid);
  return request;
}

/** Five wrong codes invalidate the code. */
export async function lockedOut(api: ApiClient, admin: Person, request: SeededRequest): Promise<SeededRequest> {
  const [first] = request.signers;
  if (!first) return request;
  const code = await requestCode(api, admin, { ...first, box: { page: 1, left: 0, top: 0, width: 1, height: 1 } });
  const wrong = code === "000000" ? "000001" : "000000";
  for (let attempt = 0; attempt < 5; attempt++)
    await api.call("POST", `/sign/uuid/${first.link}`, { as: first.person, json: { code: wrong } });
  return request;
}

/** Allows identification by link during `work`: a request keeps its methods when the setting changes. */
async function whileLinkIsAllowed<Answer>(api: ApiClient, admin: Person, work: () => Promise<Answer>): Promise<Answer> {
  const allow = async (...more: string[]) =>
    expectStatus(
      await api.call("PUT", "/admin/settings", {
        as: admin,
        json: { allowed_sign_methods: ["email", "password", ...more] },
      }),
      200,
      "settings",
    );
  await allow("link");
  try {
    return await work();
  } finally {
    await allow();
  }
}
