import type { Page, Response } from "playwright";

/** A script a page has fetched. */
export interface Script {
  url: string;
  /** Bytes over the wire, without headers. */
  bytes: number;
}

/** Notes the scripts a page fetches from now on, those of its web workers too. */
export function watchScripts(page: Page): () => Promise<Script[]> {
  const responses: Response[] = [];
  page.on("response", (response) => {
    if (new URL(response.url()).pathname.endsWith(".js")) responses.push(response);
  });
  return () =>
    Promise.all(
      responses.map(async (response) => ({
        url: response.url(),
        bytes: (await response.request().sizes()).responseBodySize,
      })),
    );
}
