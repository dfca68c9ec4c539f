import { QueryClient } from "@tanstack/react-query";
import { getSession, subscribeSession } from "../lib/session.ts";

export const queries = new QueryClient({
  defaultOptions: {
    queries: { retry: 1, refetchOnWindowFocus: false },
    // A change asked for without a connection fails at once; done minutes later it could surprise.
    mutations: { networkMode: "always" },
  },
});

// Cached data of one account must not be shown to the next.
let owner = getSession()?.user.id;
subscribeSession(() => {
  const next = getSession()?.user.id;
  if (next === owner) return;
  owner = next;
  queries.clear();
});
