import { deflateSync } from "node:zlib";

/** Logos of all kinds, good and bad. */

/** Baseline, RGB, 32 by 20 pixels. */
export const JPEG = Buffer.from(
  [
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDABsSFBcUERsXFhceHBsgKEIrKCUlKFE6PTBCYFVlZF9VXVtqeJmBanGQc1tdhbWGkJ6jq62rZ4C8yb",
    "qmx5moq6T/2wBDARweHigjKE4rK06kbl1upKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKSkpKT/wAARCAAU",
    "ACADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAUG/8QAHhABAAECBwAAAAAAAAAAAAAAAAEDBBQWU1SSk9H/xAAYAQEAAwEAAAAAAA",
    "AAAAAAAAAAAQIDBP/EABcRAQEBAQAAAAAAAAAAAAAAAAABAjH/2gAMAwEAAhEDEQA/AJatl671KHKfElssdabqh2QrHTvVnEPL13qUOU+JLZY6",
    "03VDshjSmNW9AENAAH//2Q==",
  ].join(""),
  "base64",
);

/** A copy with another byte, or bytes, from the place of a marker on. */
export function patched(image: Buffer, marker: Buffer, offset: number, bytes: number[]): Buffer {
  const copy = Buffer.from(image);
  copy.set(bytes, copy.indexOf(marker) + offset);
  return copy;
}

/** The frame of a JPEG: its length, bits, height, width and number of components follow. */
export const FRAME = Buffer.from([0xff, 0xc0]);

interface PngOptions {
  width?: number;
  height?: number;
  /** 6: RGB with transparency. */
  color?: number;
  depth?: number;
  interlaced?: number;
  /** The rows, each with its filter first. */
  rows?: Buffer;
}

const CHANNELS: Record<number, number> = { 0: 1, 2: 3, 4: 2, 6: 4 };

export function png({ width = 40, height = 24, color = 6, depth = 8, interlaced = 0, rows }: PngOptions = {}): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([depth, color, 0, 0, interlaced], 8);
  const rowBytes = 1 + (width * CHANNELS[color]! * depth) / 8;
  const pixels =
    rows ?? Buffer.alloc(rowBytes * height, Buffer.concat([Buffer.alloc(1), Buffer.alloc(rowBytes - 1, 0x60)]));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(pixels)),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

/** Its checksum is nothing: neither readers of PDFs nor the writer look at it. */
function chunk(type: string, data: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  return Buffer.concat([length, Buffer.from(type, "latin1"), data, Buffer.alloc(4)]);
}
