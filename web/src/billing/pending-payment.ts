import { readStored, removeStored, writeStored } from "../lib/storage.ts";

/** What was being paid when the browser left for the provider's page. */

const STORAGE_KEY = "ecotrim.pendingPayment";

export interface PendingPayment {
  reportId: string;
  paymentLinkId: string;
  /** Epoch milliseconds. */
  timestamp: number;
}

export const savePendingPayment = (pending: PendingPayment): boolean => writeStored(STORAGE_KEY, pending);

export function readPendingPayment(): PendingPayment | undefined {
  const stored = readStored(STORAGE_KEY) as Partial<PendingPayment> | null | undefined;
  return typeof stored?.reportId === "string" ? (stored as PendingPayment) : undefined;
}

export const forgetPendingPayment = (): void => removeStored(STORAGE_KEY);
