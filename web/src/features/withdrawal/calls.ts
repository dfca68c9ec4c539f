import type { Withdrawal, WithdrawalAnswer } from "@ecotrim/contracts/withdrawal/declaration";
import { call } from "../../lib/http.ts";

/** Works without a session. @throws ApiError */
export async function declareWithdrawal(body: Withdrawal): Promise<WithdrawalAnswer> {
  const answer = await call("declareWithdrawal", "/api/withdrawals", { method: "POST", body, sessionOptional: true });
  return answer.data as WithdrawalAnswer;
}
