import { randomBytes } from "node:crypto";
import type { FieldType } from "@/db/schema/files";
import type { ApiClient, Person } from "@/e2e/api-client";
import {
  expectStatus,
  linkFor,
  requestCode,
  strokePng,
  waitFor,
  waitUntilSigned,
  type FileAnswer,
} from "@/e2e/journey";
import type { SignMethodName } from "@/lib/context/sign-methods/method-names";
import type { NewField } from "@/lib/documents/fields/schema";
import { makePdf, type FixturePage } from "@/lib/pdf/testing/make-pdf";
import type { Language } from "@/lib/platform/locale/languages";
import type { SignatureOptionsChange } from "@/lib/platform/signature-appearance";
import type { AttachmentRequestInput } from "@/lib/requests/state/schema";
import type { AtLeastOne, EachOf } from "@/lib/testing/accounts";

/** Data of the specs, created through the public API before a browser opens. */
export interface NamedPerson extends Person {
  name: string;
}

export interface SignerPlan {
  person: NamedPerson;
  signMethod?: SignMethodName;
  phone?: string;
  signingOrder?: number;
  language?: Language;
  /** Default signer. */
  role?: "signer" | "approver" | "viewer" | "cc";
  attachmentRequests?: AttachmentRequestInput[];
}

/** The position of a field, and other properties that the interface accepts. */
export interface FieldPlan extends Partial<Omit<NewField, "type" | "signRequestId" | "coordinates" | "fit" | "label">> {
  /** Index into the plan's signers; default the first. */
  signer?: number;
  type?: FieldType;
  page?: number;
  left?: number;
  top?: number;
  width?: number;
  height?: number;
  label?: string;
}

export interface RequestPlan<S extends readonly SignerPlan[] = readonly SignerPlan[]> {
  requester: Person;
  name?: string;
  /** Default Letter pages. */
  pages?: number | readonly FixturePage[];
  pdf?: Buffer;
  signers: S;
  /** Default: one signature per signer on page 1. */
  fields?: readonly FieldPlan[];
  /** False leaves it a draft. */
  release?: boolean;
  /** The signers' identify method; default account. */
  identify?: "email" | "link";
  allowDelegation?: boolean;
  signatureOptions?: SignatureOptionsChange;
}

export interface SeededSigner {
  person: NamedPerson;
  signRequestId: number;
  /** The sign-request UUID in the e-mail's link; empty before an e-mail was sent. */
  link: string;
}

/** `S` are the planned signers: one signer for each of them. */
export interface SeededRequest<S extends readonly unknown[] = AtLeastOne> {
  uuid: string;
  fileId: number;
  name: string;
  signers: EachOf<S, SeededSigner>;
}

export const signingPassword = "a quiet green harbour";

/** A person unknown to the server. */
export function stranger(name: string): NamedPerson {
  const mailbox = name.toLowerCase().replace(/[^a-z]+/g, "-");
  return {
    name,
    email: `${mailbox}-${randomBytes(4).toString("hex")}@example.org`,
    password: `harbour ${randomBytes(6).toString("hex")}`,
  };
}

/** A person with an account whose address an administrator has confirmed. */
export async function newAccount(
  api: ApiClient,
  admin: Person,
  name: string,
  role: "requester" | "signer",
): Promise<NamedPerson> {
  const person = stranger(name);
  const json = { email: person.email, displayName: name, password: person.password, role, emailProved: true };
  expectStatus(await api.call("POST", "/admin/users", { as: admin, json }), 200, "make an account");
  return person;
}

let drawn: Promise<[Buffer, Buffer]> | undefined;

/** Stores a signature image and initials and, on request, sets the signing password. */
export async function storeSignature(
  api: ApiClient,
  person: Person,
  options: { signingPassword?: boolean } = {},
): Promise<void> {
  drawn ??= Promise.all([strokePng(), strokePng(120, 80)]);
  const [signature, initial] = await drawn;
  const fields = [
    { type: "signature", file: { base64: signature.toString("base64") } },
    { type: "initial", file: { base64: initial.toString("base64") } },
  ];
  expectStatus(
    await api.call("POST", "/account/signature/elements", { as: person, json: { elements: fields } }),
    200,
    "store images",
  );
  if (options.signingPassword)
    expectStatus(
      await api.call("POST", "/account/signature", { as: person, json: { signPassword: signingPassword } }),
      200,
      "signing password",
    );
}

export async function newRequest<S extends readonly SignerPlan[] | readonly [SignerPlan]>(
  api: ApiClient,
  admin: Person,
  plan: RequestPlan<S>,
): Promise<SeededRequest<S>> {
  const name = plan.name ?? "Lease 2027";
  const pages = typeof plan.pages === "object" ? plan.pages : Array.from({ length: plan.pages ?? 1 }, () => ({}));
  const pdf = plan.pdf ?? makePdf({ pages });
  const users = plan.signers.map(({ person, ...rest }) => ({
    email: person.email,
    displayName: person.name,
    identifyMethod: plan.identify ?? "account",
    ...rest,
  }));
  const created = expectStatus(
    await api.call<{ data: FileAnswer }>("POST", "/request-signature", {
      as: plan.requester,
      json: {
        file: { base64: pdf.toString("base64") },
        name,
        users,
        ...(plan.signatureOptions === undefined ? {} : { signatureOptions: plan.signatureOptions }),
        ...(plan.allowDelegation === undefined ? {} : { allowDelegation: plan.allowDelegation }),
      },
    }),
    200,
    "create",
  ).data;
  const ids = plan.signers.map(
    ({ person }) => created.signers.find((signer) => signer.email === person.email)?.signRequestId ?? 0,
  );
  const standard = plan.signers.flatMap(({ role = "signer" }, signer) =>
    role === "signer" ? [{ signer, top: 80 + signer * 90 }] : [],
  );
  for (const field of plan.fields ?? standard) {
    expectStatus(
      await api.call("POST", `/file/${created.uuid}/elements`, { as: plan.requester, json: fieldOf(field, ids) }),
      200,
      "place",
    );
  }
  if (plan.release !== false)
    expectStatus(
      await api.call("PATCH", "/request-signature", { as: plan.requester, json: { uuid: created.uuid, status: 1 } }),
      200,
      "release",
    );
  const firstOrder = Math.min(...plan.signers.map((signer) => signer.signingOrder ?? 1));
  const isNotified = (signer: SignerPlan) =>
    plan.release !== false && signer.role !== "cc" && (signer.signingOrder ?? 1) === firstOrder;
  const signers = await Promise.all(
    plan.signers.map(async (signer, index): Promise<SeededSigner> => ({
      person: signer.person,
      signRequestId: ids[index] ?? 0,
      link: isNotified(signer) ? await newestLink(api, admin, signer.person, created.uuid) : "",
    })),
  );
  return { uuid: created.uuid, fileId: created.id, name, signers: signers as SeededRequest<S>["signers"] };
}

function fieldOf(field: FieldPlan, ids: readonly number[]): unknown {
  const { signer = 0, type = "signature", page = 1, left = 72, top = 80, width = 150, height = 50, ...rest } = field;
  return { type, signRequestId: ids[signer], coordinates: { page, left, top, width, height }, ...rest };
}

/** The link in this file's invitation; a person may have earlier invitations. */
async function newestLink(api: ApiClient, admin: Person, person: Person, fileUuid: string): Promise<string> {
  return waitFor(async () => {
    const link = await linkFor(api, admin, person.email);
    const answer = await api.call<{ uuid?: string }>("GET", `/sign/uuid/${link}`);
    return answer.body.uuid === fileUuid ? link : undefined;
  }, `the link of ${person.email}`);
}

/** Signs through the API with a code from an e-mail. The person needs an account and a stored image. */
export async function signByCode(api: ApiClient, admin: Person, signer: SeededSigner): Promise<void> {
  const code = await requestCode(api, admin, { ...signer, box: { page: 1, left: 0, top: 0, width: 1, height: 1 } });
  expectStatus(await api.call("POST", `/sign/uuid/${signer.link}`, { as: signer.person, json: { code } }), 200, "sign");
}

export async function untilComplete(api: ApiClient, requester: Person, request: SeededRequest): Promise<void> {
  await waitUntilSigned(api, requester, request.uuid);
}
