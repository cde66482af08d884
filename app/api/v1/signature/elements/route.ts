export { GET, POST } from "@/app/api/v1/account/signature/elements/route";
