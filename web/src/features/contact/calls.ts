import type { ContactAnswer } from "@ecotrim/contracts/contact/message";
import { call } from "../../lib/http.ts";

/** Works without a session. @throws ApiError */
export async function sendMessage(body: object): Promise<{ message?: string; data: ContactAnswer }> {
  const { message, data } = await call("sendMessage", "/api/auth/message", {
    method: "POST",
    body,
    sessionOptional: true,
  });
  return { ...(message !== undefined && { message }), data: data as ContactAnswer };
}
