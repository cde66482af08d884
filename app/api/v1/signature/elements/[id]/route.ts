export { DELETE, GET, PATCH } from "@/app/api/v1/account/signature/elements/[id]/route";
