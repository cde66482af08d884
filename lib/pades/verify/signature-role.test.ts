import { expect, test } from "vitest";
import { evidenceReason } from "@/lib/evidence/event-text";
import { roleOf, type RoleFacts } from "./signature-role";

const uuid = "2bb2a436-6e41-4de9-ac60-6ea65f41d153";
const record = (parts: Partial<RoleFacts>): RoleFacts => ({
  field: "a",
  chain: "ours",
  verdict: "intact",
  reason: null,
  signer: null,
  ...parts,
});
const signer = (name: { organization?: string; organizationalUnit?: string }) => ({
  name: {
    commonName: "Paraph Seal",
    organization: null,
    organizationalUnit: null,
    country: null,
    emailAddress: null,
    ...name,
  },
});

test("recognises this service's certification and seal among other signatures", () => {
  expect(roleOf(record({ field: `paraph-${uuid}-certify` }))).toBe("certified");
  expect(roleOf(record({ field: `paraph-${uuid}-seal` }))).toBe("sealed");
  expect(roleOf(record({ field: `paraph-${uuid}-s53` }))).toBe("person");
});

test("does not recognise a foreign signature in a field of that name as our seal", () => {
  expect(roleOf(record({ field: `paraph-${uuid}-seal`, chain: "unknown" }))).toBe("person");
  expect(roleOf(record({ field: `x.paraph-${uuid}-seal` }))).toBe("person");
});

test("does not list a broken seal or certification as a person's signature, whatever its certificate", () => {
  for (const chain of ["ours", "unknown"] as const) {
    expect(roleOf(record({ field: `paraph-${uuid}-seal`, chain, verdict: "invalid" }))).toBe("sealed");
    expect(roleOf(record({ field: `paraph-${uuid}-certify`, chain, verdict: "invalid" }))).toBe("certified");
  }
  expect(roleOf(record({ field: "7", verdict: "invalid", signer: signer({ organization: "Example" }) }))).toBe(
    "service",
  );
});

test("recognises a person with the seal's name as a person", () => {
  expect(roleOf(record({ signer: signer({ organizationalUnit: "mailbox access" }) }))).toBe("person");
  expect(roleOf(record({ chain: "unknown", signer: signer({ organization: "Example" }) }))).toBe("person");
});

test("distinguishes the seal of an evidence document from the document's by the signed reason", () => {
  const reason = evidenceReason(uuid, "0".repeat(64));
  expect(roleOf(record({ field: `paraph-${uuid}-seal`, reason }))).toBe("evidence");
  expect(roleOf(record({ field: `paraph-${uuid}-seal`, reason: reason.replace("2bb2", "3bb2") }))).toBe("sealed");
  expect(roleOf(record({ field: `paraph-${uuid}-seal`, reason, chain: "unknown" }))).toBe("person");
});
