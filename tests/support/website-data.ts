import { readSettings } from "@ecotrim/server/env/env";
import { siteOf } from "@ecotrim/server/env/website";

/** The block of data every page is served with, for components that read it. */
const block = document.createElement("script");
block.id = "site";
block.type = "application/json";
block.textContent = JSON.stringify(siteOf(readSettings({})));
document.head.append(block);
