import type { CompletedRecord } from "./completed-record.ts";

interface TrustMeterProps {
  record: CompletedRecord;
  contractPath?: string | undefined;
}

export function TrustMeter(_props: TrustMeterProps) {
  return null;
}
