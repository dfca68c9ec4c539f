import { readStored, removeStored, writeStored } from "../../lib/storage.ts";

/** The pending payment, kept while the browser is on the provider's page. */

export const PENDING_PAYMENT_KEY = "ecotrim.pendingPayment";

export interface PendingPayment {
  reportId: string;
  paymentLinkId: string;
  /** Epoch milliseconds. */
  timestamp: number;
}

export const savePendingPayment = (pending: PendingPayment): boolean => writeStored(PENDING_PAYMENT_KEY, pending);

export function readPendingPayment(): PendingPayment | undefined {
  const stored = readStored(PENDING_PAYMENT_KEY) as Partial<PendingPayment> | null | undefined;
  return typeof stored?.reportId === "string" ? (stored as PendingPayment) : undefined;
}

export const forgetPendingPayment = (): void => removeStored(PENDING_PAYMENT_KEY);
