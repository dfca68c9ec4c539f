import { readSettings } from "@ecotrim/server/env/env";
import { websiteOf } from "@ecotrim/server/env/website";

/** The block of data every page is served with, for components that read it. */
const block = document.createElement("script");
block.id = "website";
block.type = "application/json";
block.textContent = JSON.stringify(websiteOf(readSettings({})));
document.head.append(block);
