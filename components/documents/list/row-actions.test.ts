import { expect, test } from "vitest";
import type { DashboardRow, DashboardSigner } from "@/lib/views/schema";
import { rowActions } from "./row-actions";

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
