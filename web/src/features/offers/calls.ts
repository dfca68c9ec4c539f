import { SIMULATION_TOKEN_HEADER } from "@ecotrim/contracts/http";
import type { OfferAnswer, OfferRequest } from "@ecotrim/contracts/offers/offer";
import { call } from "../../lib/http.ts";

/** Works with a session, or with the access token of the simulation. @throws ApiError */
export async function requestOffer(body: OfferRequest, accessToken: string | undefined): Promise<OfferAnswer> {
  const answer = await call("requestOffer", "/api/offers", {
    method: "POST",
    body,
    ...(accessToken !== undefined && { headers: { [SIMULATION_TOKEN_HEADER]: accessToken }, sessionOptional: true }),
  });
  return answer.data as OfferAnswer;
}
