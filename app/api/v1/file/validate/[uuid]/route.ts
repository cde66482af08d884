export { GET } from "@/app/api/v1/file/validate/uuid/[uuid]/route";
