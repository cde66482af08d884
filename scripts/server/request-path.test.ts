import { expect, test } from "vitest";
import { readTarget } from "./request-path";

test.each([
  ["/api/v1/file/7?page=1&q=a?b", "/file/7", "/api/v1/file/7?page=1&q=a?b"],
  ["/api/v1.0/file/7?page=1", "/file/7", "/api/v1/file/7?page=1"],
  ["/api/v1", "", "/api/v1"],
  ["/api/v1/file/a%2Fb", "/file/a%2Fb", "/api/v1/file/a%2Fb"],
  ["/api/v1/file/7?next=/../x", "/file/7", "/api/v1/file/7?next=/../x"],
])("%s is the API's path '%s'", (url, path, handedOn) => {
  expect(readTarget(url)).toEqual({ kind: "api", path, url: handedOn });
});

test.each(["/", "/healthz", "/sign/7/", "/.well-known/security.txt", "/apidocs", "/a..b", "/pki/ocsp/MAA%3D"])(
  "%s stands at the origin, as it is",
  (url) => {
    expect(readTarget(url)).toEqual({ kind: "origin", path: url, url });
  },
);

test.each([
  "/api",
  "/api/",
  "/api/v2/file",
  "/api/v1x/file",
  "/api/V1/file",
  "/API/v1/file",
  "/%61pi/v1/file",
  "//api/v1/file/list",
  "/api//v1/file",
  "/api/v1/file/../content",
  "/api/v1/sign/uuid/..",
  "/api/v1/sign/uuid/%2e%2e",
  "/api/v1/sign/uuid/.%2E",
  "/api/v1/file/./list",
  "/x/../api/v1/file",
  "/api/v1//file",
  "/\\api/v1/file",
  "/a%5c..%5cb",
  "/api/v1/file/list#x",
  "/%ff",
  "/a%",
  "",
  "*",
  "http://sign.example/api/v1/file",
])("%s names nothing, whatever it might be read as further on", (url) => {
  expect(readTarget(url)).toEqual({ kind: "nothing" });
});
