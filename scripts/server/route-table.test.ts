import { expect, test } from "vitest";
import { routeTable } from "./route-table";

const table = routeTable([
  { method: "GET", path: "/file/{uuid}" },
  { method: "DELETE", path: "/file/{uuid}" },
  { method: "GET", path: "/file/list" },
  { method: "POST", path: "/sign/file_id/{fileId}/{signRequestId}" },
]);

test("recognises a known path and method", () => {
  expect(table("GET", "/file/0b6e")).toMatchObject({ kind: "known" });
  expect(table("POST", "/sign/file_id/7/9")).toMatchObject({ kind: "known" });
});

test("allows HEAD where GET is allowed", () => {
  expect(table("HEAD", "/file/list")).toMatchObject({ kind: "known" });
});

test("lists the allowed methods for a wrong one", () => {
  expect(table("PUT", "/file/0b6e")).toEqual({ kind: "wrong_method", allow: ["DELETE", "GET", "HEAD"] });
});

test("prefers a fixed segment to a parameter", () => {
  expect(table("DELETE", "/file/list")).toEqual({ kind: "wrong_method", allow: ["GET", "HEAD"] });
});

test("does not match a path with too few or too many segments", () => {
  expect(table("GET", "/file")).toEqual({ kind: "unknown" });
  expect(table("GET", "/file/0b6e/pages/1")).toEqual({ kind: "unknown" });
});

test("prefers a fixed segment to a parameter among patterns of many lengths too", () => {
  const many = routeTable([
    { method: "GET", path: "/file/{uuid}/pages/{n}/image" },
    { method: "DELETE", path: "/file/{uuid}" },
    { method: "GET", path: "/file/validate/{uuid}" },
    { method: "GET", path: "/file/validate/file_id/{fileId}" },
    { method: "GET", path: "/file/{uuid}/pages" },
    { method: "POST", path: "/file" },
    { method: "POST", path: "/file/validate" },
  ]);
  expect(many("POST", "/file/validate")).toMatchObject({ kind: "known" });
  expect(many("GET", "/file/validate/0b6e")).toMatchObject({ kind: "known" });
  expect(many("DELETE", "/file/0b6e")).toMatchObject({ kind: "known" });
});

test("does not match an extra slash or broken percent-encoding", () => {
  expect(table("GET", "/file/list/")).toEqual({ kind: "unknown" });
  expect(table("POST", "/sign/file_id//9")).toEqual({ kind: "unknown" });
  expect(table("GET", "/file/%E0%A4%A")).toEqual({ kind: "unknown" });
});
