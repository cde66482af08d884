import { expect, test } from "vitest";
import type { DashboardRow, DashboardSigner } from "@/lib/views/schema";
import { archiveHref, callFor, rowActions, rowsFor } from "./row-actions";

const signer = (signRequestId: number, status: DashboardSigner["status"]): DashboardSigner => ({
  signRequestId,
  role: "signer",
  status,
  name: `Signer ${signRequestId}`,
  me: false,
});
const actions = (status: DashboardRow["status"], isMine: boolean, ...signers: DashboardSigner[]) => {
  const { linksFor, ...rest } = rowActions({ status, isMine, signers });
  return { ...rest, links: linksFor.map(({ signRequestId }) => signRequestId) };
};
const none = { mayEdit: false, mayDownload: false, mayRemind: false, links: [], end: null };

test("offers a requester the actions that the service allows in each state", () => {
  expect(actions("draft", true, signer(1, "draft"))).toEqual({ ...none, mayEdit: true, end: "draft" });
  expect(actions("partially_signed", true, signer(1, "signed"), signer(2, "pending"), signer(3, "waiting"))).toEqual({
    ...none,
    mayRemind: true,
    links: [2, 3],
    end: "withdraw",
  });
  expect(actions("signing_in_progress", true, signer(1, "signed"))).toEqual(none);
  expect(actions("signed", true, signer(1, "signed"))).toEqual({ ...none, mayDownload: true, end: "signed" });
  expect(actions("declined", true, signer(1, "declined"))).toEqual({ ...none, end: "ended" });
});

test("lets a signer open the document and download the signed version", () => {
  expect(actions("able_to_sign", false, signer(1, "pending"))).toEqual(none);
  expect(actions("signed", false, signer(1, "signed"))).toEqual({ ...none, mayDownload: true });
});

const row = (uuid: string, status: DashboardRow["status"], isMine = true): DashboardRow => ({
  fileId: 7,
  uuid,
  name: uuid,
  status,
  createdAt: "2027-03-12T14:00:00.000Z",
  updatedAt: "2027-03-12T14:00:00.000Z",
  deadline: null,
  isDueSoon: false,
  isMine,
  requesterName: "Ines",
  signers: [
    {
      signRequestId: 1,
      name: "Ana",
      role: "signer" as const,
      status: status === "draft" ? "draft" : "pending",
      me: false,
    },
  ],
  signLink: null,
});
const rows = [
  row("draft", "draft"),
  row("running", "able_to_sign"),
  row("theirs", "able_to_sign", false),
  row("signed", "signed"),
  row("expired", "expired"),
];

test("applies each action only to documents of one's own in the right state", () => {
  const uuids = (action: Parameters<typeof rowsFor>[0]) => rowsFor(action, rows).map(({ uuid }) => uuid);
  expect(uuids("remind")).toEqual(["running"]);
  expect(uuids("withdraw")).toEqual(["running"]);
  expect(uuids("draft")).toEqual(["draft"]);
});

test("names one documented request for each document, and one for the archive of all", () => {
  expect(callFor("remind", { uuid: "u", fileId: 7 })).toEqual({
    method: "POST",
    path: "/notify/signers",
    json: { fileId: 7 },
  });
  expect(callFor("withdraw", { uuid: "u", fileId: 7 })).toEqual({ method: "DELETE", path: "/sign/file_id/7" });
  expect(callFor("draft", { uuid: "u", fileId: 7 })).toEqual({ method: "DELETE", path: "/file/u" });
  expect(archiveHref([{ uuid: "a" }, { uuid: "b" }])).toBe("/api/v1/file/archive?uuid=a&uuid=b");
});
