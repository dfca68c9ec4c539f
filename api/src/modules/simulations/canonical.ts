/** The same text for the same content, whatever the order of its keys, at any depth. */
export const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, entry) =>
    entry !== null && typeof entry === "object" && !Array.isArray(entry)
      ? Object.fromEntries(Object.entries(entry).sort(([a], [b]) => (a < b ? -1 : 1)))
      : entry,
  );
