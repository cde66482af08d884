import { expect, test } from "vitest";
import { plainDetails } from "@/lib/platform/field-rules/details";
import { exactly } from "@/lib/testing/representatives";
import { emptyRole, entriesOf, renameRoles, roleProblems, toRoles } from "./role-list";

const role = (name: string, signingOrder: number) => ({
  name,
  description: null,
  signingOrder,
  signMethod: null,
  identifyMethod: null,
  role: "signer" as const,
  copyAt: [],
  attachmentRequests: [],
  notify: true,
});

test("shows roles in signing order, and saves them in the order of the rows", () => {
  const entries = entriesOf([role("Landlord", 2), role("Tenant", 1)]);
  expect(entries.map(({ name }) => name)).toEqual(["Tenant", "Landlord"]);
  expect(toRoles(entries, true).map(({ name, signingOrder }) => [name, signingOrder])).toEqual([
    ["Tenant", 1],
    ["Landlord", 2],
  ]);
  expect(toRoles(entries, false).map(({ signingOrder }) => signingOrder)).toEqual([1, 1]);
});

test("reports a missing or duplicate name as a problem of its row", () => {
  const [tenant, landlord] = exactly(2, entriesOf([role("Tenant", 1), role("Landlord", 1)]));
  const entries = [tenant, { ...landlord, name: " Tenant " }, { ...emptyRole(), key: "new" }];
  expect([...roleProblems(entries)]).toEqual([
    ["Landlord", "duplicate"],
    ["new", "missing"],
  ]);
});

test("keeps the fields of a renamed role", () => {
  const field = {
    name: "Signature",
    role: "Tenant",
    type: "signature" as const,
    coordinates: { page: 1, top: 1, left: 1, width: 100, height: 40 },
    required: true,
    label: null,
    value: null,
    readOnly: false,
    fontSize: null,
    alignment: null,
    dateFormat: null,
    colour: null,
    font: null,
    ...plainDetails,
  };
  const entries = entriesOf([role("Tenant", 1)]).map((entry) => ({ ...entry, name: "Renter" }));
  expect(renameRoles([field], entries)).toEqual([{ ...field, role: "Renter" }]);
});
