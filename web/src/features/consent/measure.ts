import type { Vital } from "@ecotrim/contracts/vitals/vital";
import { pageAt } from "@ecotrim/contracts/website/pages";
import { type Metric, onCLS, onINP, onLCP } from "web-vitals";
import { getConsent } from "./consent.ts";

/** Tells the server how fast this page was, once its visitor leaves it, and only while that is allowed. */
export function measurePage(): void {
  const { path: page } = pageAt(location.pathname);
  const tell = ({ name, value }: Metric) => {
    if (!getConsent()?.measurement) return;
    const vital = { name, value, page } as Vital;
    navigator.sendBeacon("/api/vitals", new Blob([JSON.stringify(vital)], { type: "application/json" }));
  };
  onLCP(tell);
  onINP(tell);
  onCLS(tell);
}
