import "@mantine/core/styles.layer.css";
import "virtual:theme-variables.css";
import "@fontsource-variable/inter/opsz.css";
import "./global.css";
import "./print.css";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { Providers } from "./app/providers.tsx";
import { Router } from "./app/router.tsx";
import { checkSession } from "./features/account/session-check.ts";
import { claimAfterLogin } from "./lib/claims.ts";
import { removeStored } from "./lib/storage.ts";

void checkSession();
claimAfterLogin(() => import("./app/claim-simulations.ts").then((module) => module.claimSimulations));
// Once the page is there: few have a curve. Where the code does not arrive, the next start does it.
setTimeout(
  () => import("./lib/curve-drafts.ts").then(({ forgetOldDrafts }) => forgetOldDrafts()).catch(() => undefined),
  5000,
);
// The choice about cookies of earlier versions: nothing reads it any more.
removeStored("ecotrim.consent");

// In slices: the first words, which the page came with, are painted and can be read meanwhile.
startTransition(() =>
  createRoot(document.getElementById("root") as HTMLElement).render(
    <StrictMode>
      <Providers>
        <Router />
      </Providers>
    </StrictMode>,
  ),
);
