import { authRoute } from "@/lib/api/http/auth-route";

export { authRoute as GET, authRoute as POST };
