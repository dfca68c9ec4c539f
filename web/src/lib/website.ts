import type { Website } from "@ecotrim/contracts/website/company";

/** The company and the addresses, from the block of data the page came with. */
export const website: Website = JSON.parse(document.getElementById("website")?.textContent ?? "");
