import type { CallName } from "./call-words.ts";
import { ApiError, fetchFile, UNREACHABLE } from "./http.ts";

/** Saves a file of the API; a link would not carry the session. @throws ApiError */
export async function download(name: CallName, path: string, fileName: string): Promise<void> {
  const response = await fetchFile(name, path);
  const named = /filename="([^"]+)"/.exec(response.headers.get("content-disposition") ?? "")?.[1];
  const blob = await response.blob().catch(() => {
    throw new ApiError(UNREACHABLE, 0);
  });
  saveBlob(blob, named ?? fileName);
}

function saveBlob(blob: Blob, fileName: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = fileName;
  link.click();
  // Browsers start reading only after this turn.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}
