import { CURVE_LIMITS } from "@ecotrim/contracts/curves/reading";
import { gunzipSync, type UnzipFileInfo, unzipSync } from "fflate";
import { HARMLESS_BYTES, MOST_INFLATED_BYTES, MOST_ZIP_ENTRIES, MOST_ZIP_RATIO } from "./limits.ts";
import { CurveRefusal } from "./refusal.ts";

export interface NamedBytes {
  name: string;
  bytes: Uint8Array;
}

export type Content = { kind: "workbook" | "text"; bytes: Uint8Array };

const startsWith = (bytes: Uint8Array, ...first: number[]): boolean => first.every((byte, i) => bytes[i] === byte);

/** Names that systems add to archives. */
const SYSTEM_FILE = /(^|\/)(__MACOSX\/|\.DS_Store$)|\/$/;

/** Contents of the files that may hold a curve, or of each what it is refused for; told by bytes, never by name. */
export function contentsOf(files: readonly NamedBytes[]): (Content | CurveRefusal)[] {
  const total = files.reduce((sum, { bytes }) => sum + bytes.length, 0);
  if (files.length > CURVE_LIMITS.files || total > CURVE_LIMITS.all_bytes) throw new CurveRefusal("too_large");
  return files.flatMap(({ bytes }) => {
    if (bytes.length > CURVE_LIMITS.file_bytes) throw new CurveRefusal("too_large");
    if (!isZip(bytes) || isWorkbook(bytes)) return [contentOf(bytes)];
    return entriesOf(bytes).map(contentOf);
  });
}

function contentOf(bytes: Uint8Array): Content | CurveRefusal {
  if (isZip(bytes)) return isWorkbook(bytes) ? { kind: "workbook", bytes } : new CurveRefusal("unreadable");
  if (startsWith(bytes, 0xd0, 0xcf, 0x11, 0xe0)) return new CurveRefusal("unreadable", { hint: "old_excel" });
  if (startsWith(bytes, 0x25, 0x50, 0x44, 0x46)) return new CurveRefusal("not_a_curve", { hint: "pdf" });
  if (startsWith(bytes, 0x42, 0x5a, 0x68)) return new CurveRefusal("unreadable", { hint: "bz2" });
  if (startsWith(bytes, 0x1f, 0x8b)) return { kind: "text", bytes: gunzipped(bytes) };
  return { kind: "text", bytes };
}

const isZip = (bytes: Uint8Array): boolean => startsWith(bytes, 0x50, 0x4b, 0x03, 0x04);

const isWorkbook = (bytes: Uint8Array): boolean => namesOf(bytes).includes("[Content_Types].xml");

function namesOf(zip: Uint8Array): string[] {
  const names: string[] = [];
  unzipped(zip, ({ name }) => {
    names.push(name);
    return false;
  });
  return names;
}

const entriesOf = (zip: Uint8Array): Uint8Array[] =>
  Object.values(unzipped(zip, ({ name }) => !SYSTEM_FILE.test(name)));

/** Entries of an archive that a filter takes, counted and measured before any is inflated. */
export function unzipped(zip: Uint8Array, isTaken: (entry: UnzipFileInfo) => boolean): Record<string, Uint8Array> {
  let entries = 0;
  let inflated = 0;
  return reading(() =>
    unzipSync(zip, {
      filter: (entry) => {
        entries += 1;
        if (entries > MOST_ZIP_ENTRIES) throw new CurveRefusal("too_large");
        if (!isTaken(entry)) return false;
        inflated += entry.originalSize;
        refuseBombs(entry.originalSize, entry.size, inflated);
        return true;
      },
    }),
  );
}

const gunzipped = (bytes: Uint8Array): Uint8Array =>
  reading(() => {
    const declared = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(bytes.length - 4, true);
    refuseBombs(declared, bytes.length, declared);
    return gunzipSync(bytes);
  });

function refuseBombs(originalSize: number, size: number, sum: number): void {
  const dense = originalSize > HARMLESS_BYTES && originalSize > MOST_ZIP_RATIO * size;
  if (dense || sum > MOST_INFLATED_BYTES) throw new CurveRefusal("too_large");
}

function reading<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    if (error instanceof CurveRefusal) throw error;
    throw new CurveRefusal("unreadable");
  }
}
