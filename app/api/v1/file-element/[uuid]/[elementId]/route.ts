export { DELETE, PATCH } from "@/app/api/v1/file/[uuid]/elements/[elementId]/route";
