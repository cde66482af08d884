export { noteFailure as onRequestError } from "@/lib/platform/next/served-request";
