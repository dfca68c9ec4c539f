import "./ui/library.css";
import "virtual:theme-variables.css";
import "@fontsource-variable/inter/opsz.css";
import "./global.css";
import "./print.css";
import { StrictMode, startTransition } from "react";
import { createRoot } from "react-dom/client";
import { Providers } from "./app/providers.tsx";
import { firstPage, Router } from "./app/router.tsx";
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

const root = document.getElementById("root") as HTMLElement;
/** In slices: the first words are painted and can be read meanwhile. */
const render = () =>
  startTransition(() =>
    createRoot(root).render(
      <StrictMode>
        <Providers>
          <Router />
        </Providers>
      </StrictMode>,
    ),
  );
// The first words, which some pages come with, stay until the page can stand in their place.
if (root.firstElementChild) void firstPage().then(render);
else render();
