import type { Site } from "@ecotrim/contracts/website/company";

/** The company and the addresses, from the block of data the page came with. */
export const site: Site = JSON.parse(document.getElementById("site")?.textContent ?? "");
