import { describe, expect, test } from "vitest";
import { auditEventTypes } from "@/lib/records/audit/events";
import { actorOf, describeEvent } from "./event-text";
import type { EvidenceFacts, EvidenceSignature, EvidenceSigner } from "./evidence-facts";
import { chainFormat, type ChainEvent } from "./schema";
import { addressProofText, plainName, signingProofText } from "./signer-card";
import { evidenceReport } from "./write-report";

const people = { bySignRequest: new Map([[5, "Bo Lind"]]), byAccount: new Map([[3, "Ana"]]) };

function eventOf(changes: Partial<ChainEvent>): ChainEvent {
  return {
    v: 1,
    file: "f",
    seq: 0,
    type: "signed",
    at: "2026-11-20T12:01:07.123Z",
    actor: { kind: "system" },
    auth: {},
    net: {},
    doc: {},
    data: {},
    prev: "",
    hash: "ab".repeat(32),
    ...changes,
  };
}

const signature: EvidenceSignature = {
  seq: 0,
  at: "2026-11-20T12:01:07.123Z",
  proof: { kind: "password" },
  addressProof: "administrator",
  address: "192.0.2.1",
  userAgent: "Firefox",
  reason: null,
  location: null,
  fieldName: "field-1",
  level: "B-B",
  timestamp: null,
  certificate: {
    subject: "CN=Bo",
    name: [{ type: "CN", value: "Bo" }],
    issuer: "CN=Paraph",
    serialNumber: "01ab",
    sha256: "cd".repeat(32),
  },
  image: null,
};

const signer: EvidenceSigner = {
  signRequestId: 5,
  name: "Bo Lind",
  email: "bo@x.example",
  role: "signer",
  outcome: "signed",
  closedAt: new Date("2026-11-20T12:01:07Z"),
  invited: { at: "2026-11-19T08:00:00.000Z", way: "mail" },
  directLink: null,
  opened: null,
  viewed: null,
  replaces: null,
  replacedBy: null,
  consent: null,
  signature,
  approval: null,
  copies: [],
};

function textOf(
  changes: { signers?: EvidenceSigner[]; created?: ChainEvent["data"]; brand?: EvidenceFacts["brand"] } = {},
): string {
  const facts: EvidenceFacts = {
    chain: {
      format: chainFormat,
      service: "",
      file: {
        uuid: "0b7a7a5e-0000-4000-8000-000000000001",
        name: "Lease",
        pages: 2,
        originalSha256: "ab",
        originalSize: 1,
      },
      head: { seq: 0, hash: "" },
      sealed: null,
      personal: [],
      data: [eventOf({ data: changes.created ?? {} })],
    },
    files: null,
    sealed: { seq: 0, hash: "ef".repeat(32) },
    sealedRevision: { sha256: "12", size: 3 },
    completedAt: new Date("2026-11-20T12:02:00Z"),
    releasedAt: null,
    sender: { name: "Ana", email: "ana@x.example" },
    signers: [signer],
    verifyUrl: "https://sign.example.org/verify/1",
    brand: { name: null, logo: null },
    madeAt: new Date("2026-11-20T12:02:01Z"),
    people,
    ...changes,
  };
  return JSON.stringify(evidenceReport(facts));
}

describe("the texts of the evidence", () => {
  test("list the fields that conditions left out, by type and page", () => {
    const skipped = [
      { elementId: 7, type: "text", page: 2 },
      { elementId: 9, type: "checkbox", page: 1, file: 3 },
    ];
    expect(textOf({ signers: [{ ...signer, signature: { ...signature, skipped } }] })).toContain(
      "text on page 2 (field 7), checkbox on page 1 of file 3 (field 9)",
    );
  });

  test("state the proof, its recipient and its time, and never claim a checked identity", () => {
    const enteredAt = "2026-11-20T12:01:07.000Z";
    expect(signingProofText({ kind: "code", channel: "email", sentTo: null, enteredAt }, "bo@x.example")).toBe(
      "Mailbox access: a one-time code was e-mailed to bo@x.example; the code was entered on 2026-11-20 12:01:07 UTC.",
    );
    expect(signingProofText({ kind: "code", channel: "sms", sentTo: "+49…78", enteredAt }, null)).toMatch(
      /^Access to a phone: .* text message to \+49…78; the code was entered on 2026-11-20 12:01:07 UTC\.$/,
    );
    expect(signingProofText({ kind: "code", channel: "telegram", sentTo: null, enteredAt }, null)).toMatch(
      /^Access to a linked Telegram chat/,
    );
    expect(addressProofText("administrator")).toBe(
      "Confirmed by the administrator of this service; not verified by its holder.",
    );
    expect(textOf()).not.toMatch(/identit(y|ies) (was|were|is|are)? ?(verified|proved|confirmed)/i);
    expect(textOf()).toContain("Identities were not checked");
  });

  test("report page content that a screen does not show, and omit it if there is none", () => {
    const text = textOf({
      created: {
        shadowContent: [
          { code: "printed_not_shown", page: 2, count: 3 },
          { code: "of a later version", page: 1, count: 1 },
        ],
      },
    });
    expect(text).toContain("3 items on page 2 are printed but not shown.");
    expect(text).not.toContain("of a later version");
    expect(textOf()).not.toContain("a screen does not show");
  });

  test("state what was not recorded instead of omitting it", () => {
    const text = textOf({
      signers: [
        {
          ...signer,
          invited: null,
          signature: {
            ...signature,
            address: null,
            userAgent: null,
            certificate: { ...signature.certificate, sha256: null },
          },
        },
      ],
    });
    for (const label of [
      "Invited",
      "Link first opened",
      "Document viewed",
      "Consent",
      "IP address",
      "Browser or program",
      "SHA-256 fingerprint",
    ])
      expect(text).toContain(`{"label":"${label}","value":"Not recorded"}`);
  });

  test("distinguish an authority's timestamp from the service's own clock", () => {
    expect(textOf()).toContain("None; the time is from this service’s clock");
    expect(
      textOf({
        signers: [{ ...signer, signature: { ...signature, level: "B-T", timestamp: "2026-11-20T12:01:08.000Z" } }],
      }),
    ).toContain(
      "2026-11-20 12:01:08 UTC, from the time-stamping authority that the signature names; the authority was not verified",
    );
  });

  test("never call a time-stamping authority independent, because its chain was not checked", () => {
    expect(
      textOf({
        signers: [{ ...signer, signature: { ...signature, level: "B-T", timestamp: "2026-11-20T12:01:08.000Z" } }],
      }),
    ).not.toMatch(/independent/i);
  });

  test("state that an address was not verified when its link or code was stored instead of e-mailed", () => {
    expect(addressProofText("invitation", true)).toBe(
      "Not verified: an invitation link was used that was stored in this service’s inbox.",
    );
    expect(addressProofText("administrator", true)).toBe(addressProofText("administrator"));
  });

  test("show a certificate's subject without escapes, and a name with a comma as one name", () => {
    const written = (...name: [type: string, value: string][]): string =>
      plainName(name.map(([type, value]) => ({ type, value })));
    expect(written(["OU", "mailbox access, code entered 2026-11-20 12:01:07Z"], ["CN", "Bo Lind"])).toBe(
      'OU="mailbox access, code entered 2026-11-20 12:01:07Z", CN=Bo Lind',
    );
    expect(written(["CN", "Bo, O=Bank"])).toBe('CN="Bo, O=Bank"');
    expect(written(["CN", 'Bo "x"'], ["O", "Y"])).toBe("CN=\"Bo 'x'\", O=Y");
    expect(written(["CN", "Bo"])).toBe("CN=Bo");
  });

  test("name the recipient of an e-mail, and the signer whom one to the sender concerns", () => {
    const sentence = (data: Record<string, unknown>): string =>
      describeEvent(eventOf({ type: "mail.failed", data }), {
        bySignRequest: new Map([[5, "Bo Lind"]]),
        byAccount: new Map([[7, "Rita Sousa"]]),
      });
    expect(sentence({ template: "bounce", signRequestId: 5, accountId: 7 })).toBe(
      "The notice of a bounce concerning Bo Lind to Rita Sousa could not be delivered",
    );
    expect(sentence({ template: "invitation", signRequestId: 5, accountId: null })).toBe(
      "The invitation to Bo Lind could not be delivered",
    );
  });

  test("state what a timestamp covers", () => {
    const sentence = (data: Record<string, unknown>): string =>
      describeEvent(eventOf({ type: "timestamp.added", data }), people);
    expect(sentence({ signature: "signer", signRequestId: 5 })).toBe(
      "A timestamp was added to the signature of Bo Lind",
    );
    expect(sentence({ signature: "seal" })).toBe("A timestamp was added to the seal of this service");
    expect(sentence({ signature: "document" })).toBe("A timestamp was added to the whole document");
    expect(sentence({ signature: "moon" })).toBe("A timestamp was added");
  });

  test("state that stored messages were not sent, and the limits of codes in them", () => {
    const text = textOf({ signers: [{ ...signer, invited: { at: "2026-11-19T08:00:00.000Z", way: "inbox" } }] });
    expect(text).toContain("stored in this service’s inbox, because no e-mail provider was set up");
    expect(text).toContain("Codes and links stored there do not prove access to an external mailbox");
    expect(textOf()).not.toContain("external mailbox");
    const proof = {
      kind: "code",
      channel: "email",
      sentTo: null,
      enteredAt: "2026-11-20T12:01:07.000Z",
      isInInbox: true,
    } as const;
    expect(signingProofText(proof, "bo@x.example")).toMatch(
      /stored in this service’s inbox.* This does not prove access to the mailbox\.$/,
    );
    expect(textOf({ signers: [{ ...signer, signature: { ...signature, proof } }] })).toContain(
      "Codes and links stored there do not prove access to an external mailbox",
    );
  });

  test("claim no access to a mailbox or phone for a signer who only needed the link", () => {
    const proof = { kind: "link", by: "link", clickedAt: "2026-11-20T12:01:07.000Z" } as const;
    const exception = "or only to the link or the logged-in account, without a code";
    expect(textOf({ signers: [{ ...signer, signature: { ...signature, proof } }] })).toContain(exception);
    expect(textOf()).not.toContain(exception);
  });

  test("name signers who did not sign, and an erased person as erased", () => {
    const text = textOf({
      signers: [
        signer,
        { ...signer, name: "Carla", outcome: "withdrawn", signature: null },
        { ...signer, name: "Dora", outcome: "declined", signature: null },
        { ...signer, name: "", email: null },
      ],
    });
    expect(text).toContain("Signed by 2 people and sealed");
    expect(text).toContain("2 other people were asked to sign and did not");
    for (const words of ["Withdrawn by the sender", "Declined", "Name erased", "Address erased"])
      expect(text).toContain(words);
  });

  test("never show another image in place of one that was changed since", () => {
    const text = textOf({ signers: [{ ...signer, signature: { ...signature, image: "changed" } }] });
    expect(text).toContain("its owner has since removed or changed the stored image");
    expect(text).not.toContain('"image"');
  });
});

describe("an event in words", () => {
  test.each(auditEventTypes)("is a sentence for %s and every actor, even with missing data", (type) => {
    const sentence = describeEvent(eventOf({ type, data: { signRequestId: 5 } }), people);
    expect(sentence).not.toBe(type);
    expect(sentence).toMatch(/^[A-Z]/);
    expect(sentence).not.toContain("undefined");
    expect(describeEvent(eventOf({ type }), { bySignRequest: new Map(), byAccount: new Map() })).not.toBe("");
  });

  test("uses the raw name of a type that this version does not know", () => {
    expect(describeEvent(eventOf({ type: "moon.landed" }), people)).toBe("moon.landed");
  });

  test("names the actor: an account, a guest, the service, or the holder of a link", () => {
    expect(actorOf(eventOf({ actor: { kind: "account", accountId: 3 } }), people)).toBe("Ana");
    expect(actorOf(eventOf({ actor: { kind: "guest", signRequestId: 5 } }), people)).toBe("Bo Lind (guest)");
    expect(actorOf(eventOf({}), people)).toBe("Paraph");
    expect(actorOf(eventOf({ actor: { kind: "public" }, data: { signRequestId: 5 } }), people)).toBe(
      "Holder of the link of Bo Lind",
    );
  });
});

test("names the instance, with its logo if it has one, and the product only if neither was chosen", () => {
  const title = (brand: EvidenceFacts["brand"]) => (JSON.parse(textOf({ brand })) as { blocks: unknown[] }).blocks[0];
  expect(title({ name: null, logo: null })).toMatchObject({ product: "Paraph", mark: { kind: "own" } });
  expect(title({ name: "Harbour", logo: null })).toMatchObject({ product: "Harbour", mark: { kind: "text" } });
  expect(title({ name: "Harbour", logo: Buffer.from("png") })).toMatchObject({
    product: "Harbour",
    mark: { kind: "logo" },
  });
});
