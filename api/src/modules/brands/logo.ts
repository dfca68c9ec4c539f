import { inflateSync } from "node:zlib";
import { LOGO_TOO_LARGE, MOST_LOGO_BYTES, MOST_LOGO_PIXELS } from "@ecotrim/contracts/brands/brand";
import { AppError } from "@ecotrim/contracts/errors";
import { formatNumber } from "@ecotrim/contracts/numbers";

const LEAST_SIDE = 16;

/** Why a logo is refused. */
const SENTENCES = {
  bytes: LOGO_TOO_LARGE,
  pixels: `El logotipo debe medir al menos ${LEAST_SIDE} píxeles de lado y tener como mucho ${formatNumber(MOST_LOGO_PIXELS / 1_000_000)} millones de píxeles.`,
  kind: "El logotipo debe ser una imagen PNG o JPEG.",
  variant:
    "Esta variante de PNG o JPEG no se admite: guarde el logotipo como PNG sin entrelazar ni animar y con 8 bits por canal, o como JPEG en RGB.",
  broken: "El archivo del logotipo está dañado o incompleto.",
};

const refused = (reason: keyof typeof SENTENCES): AppError =>
  new AppError("INVALID_INPUT", { field: "logo", message: SENTENCES[reason] });

/**
 * Checks that an image is one that every report can show: a reader of PDFs meets what is stored here, and so does the
 * library that writes them, whose own decoding fails late and unbounded.
 * @throws AppError INVALID_INPUT of the field `logo`
 */
export function checkLogo(image: Buffer): void {
  if (image.length > MOST_LOGO_BYTES) throw refused("bytes");
  try {
    if (image.subarray(0, 8).equals(PNG_SIGNATURE)) checkPng(image);
    else if (image.readUInt16BE(0) === 0xffd8) checkJpeg(image);
    else throw refused("kind");
  } catch (error) {
    // Reading past the end, and data that do not inflate.
    throw error instanceof AppError ? error : refused("broken");
  }
}

function checkSize(width: number, height: number): void {
  if (Math.min(width, height) < LEAST_SIDE || width * height > MOST_LOGO_PIXELS) throw refused("pixels");
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Channels by colour type: grey, RGB, palette, grey and RGB with transparency. */
const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 3: 1, 4: 2, 6: 4 };
const INDEXED = 3;
const MOST_FILTER = 4;

function checkPng(image: Buffer): void {
  const chunks = pngChunks(image);
  const [header] = chunks;
  if (header?.type !== "IHDR" || chunks.at(-1)?.type !== "IEND") throw refused("broken");
  const [width, height] = [header.data.readUInt32BE(0), header.data.readUInt32BE(4)];
  const [depth, color, , , interlaced] = header.data.subarray(8, 13);
  checkSize(width, height);
  const channels = CHANNELS[color ?? -1];
  const palette = chunks.find(({ type }) => type === "PLTE")?.data;
  const animated = chunks.some(({ type }) => type === "acTL" || type === "fdAT");
  if (channels === undefined || depth !== 8 || interlaced !== 0 || animated) throw refused("variant");
  if (color === INDEXED && (!palette || palette.length % 3 !== 0)) throw refused("broken");

  const rowBytes = 1 + width * channels;
  const packed = Buffer.concat(chunks.flatMap(({ type, data }) => (type === "IDAT" ? data : [])));
  const pixels = inflateSync(packed, { maxOutputLength: rowBytes * height + 1 });
  if (pixels.length !== rowBytes * height) throw refused("broken");
  for (let row = 0; row < height; row++) if (pixels[row * rowBytes]! > MOST_FILTER) throw refused("broken");
}

function pngChunks(image: Buffer): { type: string; data: Buffer }[] {
  const chunks = [];
  // Each has its length, its type, its data and a checksum.
  for (let at = PNG_SIGNATURE.length; at < image.length; ) {
    const length = image.readUInt32BE(at);
    const end = at + 8 + length;
    if (end + 4 > image.length) throw refused("broken");
    chunks.push({ type: image.toString("latin1", at + 4, at + 8), data: image.subarray(at + 8, end) });
    at = end + 4;
  }
  return chunks;
}

/** Baseline, extended and progressive frames; the others are not read everywhere. */
const FRAMES = [0xffc0, 0xffc1, 0xffc2];
const OTHER_FRAMES = [0xffc3, 0xffc5, 0xffc6, 0xffc7, 0xffc9, 0xffca, 0xffcb, 0xffcd, 0xffce, 0xffcf];
const SCAN = 0xffda;
const END = 0xffd9;

function checkJpeg(image: Buffer): void {
  let framed = false;
  for (let at = 2; ; at += 2 + image.readUInt16BE(at + 2)) {
    const marker = image.readUInt16BE(at);
    if (marker < 0xff00) throw refused("broken");
    if (OTHER_FRAMES.includes(marker)) throw refused("variant");
    if (FRAMES.includes(marker)) {
      framed = true;
      checkSize(image.readUInt16BE(at + 7), image.readUInt16BE(at + 5));
      const [bits, components] = [image.readUInt8(at + 4), image.readUInt8(at + 9)];
      if (bits !== 8 || (components !== 1 && components !== 3)) throw refused("variant");
    }
    if (marker === SCAN) break;
  }
  if (!framed || image.readUInt16BE(image.length - 2) !== END) throw refused("broken");
}
