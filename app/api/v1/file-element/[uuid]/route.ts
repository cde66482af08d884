export { GET, POST } from "@/app/api/v1/file/[uuid]/elements/route";
