/** The same text for the same content, independent of the order of keys at any depth. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, entry) =>
    entry !== null && typeof entry === "object" && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)))
      : entry,
  );
