/** Curves that were read and not yet simulated, which are too large for the local storage. Nothing here ever throws. */

export const CURVE_DRAFTS = "ecotrim.curves";
export const CURVE_DRAFT_DAYS = 30;
const DRAFTS = "drafts";

const DRAFT_KINDS = ["load", "pv"] as const;
export type DraftKind = (typeof DRAFT_KINDS)[number];

interface Draft {
  savedAt: number;
  value: unknown;
}

const answered = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });

/** Opened for each use: an open database could not be deleted by another tab. */
async function withDrafts<T>(
  mode: IDBTransactionMode,
  use: (drafts: IDBObjectStore) => IDBRequest<T>,
): Promise<T | undefined> {
  try {
    const opening = indexedDB.open(CURVE_DRAFTS);
    opening.onupgradeneeded = () => opening.result.createObjectStore(DRAFTS);
    const database = await answered(opening);
    try {
      return await answered(use(database.transaction(DRAFTS, mode).objectStore(DRAFTS)));
    } finally {
      database.close();
    }
  } catch {
    // A browser that keeps nothing reads the file again.
    return undefined;
  }
}

export async function keepDraft(kind: DraftKind, value: unknown): Promise<void> {
  await withDrafts("readwrite", (drafts) => drafts.put({ savedAt: Date.now(), value } satisfies Draft, kind));
}

/** The draft as it was kept; undefined where there is none, or it is too old. */
export async function keptDraft(kind: DraftKind): Promise<unknown> {
  const draft = (await withDrafts("readonly", (drafts) => drafts.get(kind))) as Draft | undefined;
  if (draft === undefined) return undefined;
  if (Date.now() - draft.savedAt <= CURVE_DRAFT_DAYS * 86_400_000) return draft.value;
  await forgetDraft(kind);
  return undefined;
}

/** Deletes drafts that are too old, also where nobody opens their step again. */
export async function forgetOldDrafts(): Promise<void> {
  // Asking for one would make the database of a visitor who has none.
  const databases = await globalThis.indexedDB?.databases?.().catch(() => []);
  if (databases?.some(({ name }) => name === CURVE_DRAFTS)) await Promise.all(DRAFT_KINDS.map(keptDraft));
}

export async function forgetDraft(kind: DraftKind): Promise<void> {
  await withDrafts("readwrite", (drafts) => drafts.delete(kind));
}

export function forgetDrafts(): void {
  try {
    indexedDB.deleteDatabase(CURVE_DRAFTS);
  } catch {
    // There is none.
  }
}
