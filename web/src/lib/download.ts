import type { CallName } from "./call-words.ts";
import { ApiError, fetchFile, UNREACHABLE } from "./http.ts";

/** Saves a file of the API; a link would not carry the session. @throws ApiError */
export async function download(name: CallName, path: string, fileName: string): Promise<void> {
  const { url, named } = await fetched(name, path);
  save(url, named ?? fileName);
}

/** Saves a file that the page has made. */
export const saveFile = (blob: Blob, fileName: string): void => save(addressOf(blob), fileName);

function save(url: string, fileName: string): void {
  const link = document.createElement("a");
  link.href = url;
  link.download = fileName;
  link.click();
}

function addressOf(blob: Blob): string {
  const url = URL.createObjectURL(blob);
  // Browsers start reading only after this turn.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
  return url;
}

/** Shows a file of the API in a tab that its reader's click has opened. @throws ApiError */
export async function showIn(tab: Window, name: CallName, path: string): Promise<void> {
  tab.location.replace((await fetched(name, path)).url);
}

async function fetched(name: CallName, path: string): Promise<{ url: string; named: string | undefined }> {
  const response = await fetchFile(name, path);
  const blob = await response.blob().catch(() => {
    throw new ApiError(UNREACHABLE, 0);
  });
  return {
    url: addressOf(blob),
    named: /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1],
  };
}
