/** A value as PostgreSQL's `jsonb` gives it back: keys by length, then by bytes. */
export const asStored = <T>(value: T): T => {
  if (Array.isArray(value)) return value.map(asStored) as T;
  if (value === null || typeof value !== "object") return value;
  const entries = Object.entries(value).toSorted(([a], [b]) => a.length - b.length || (a < b ? -1 : 1));
  return Object.fromEntries(entries.map(([key, part]) => [key, asStored(part)])) as T;
};
