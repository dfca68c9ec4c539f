import { GAIN_COLOR, PALETTE } from "@ecotrim/present/palette";
import { euros } from "../format.ts";
import type { Box, Sheet, TextStyle } from "../sheet.ts";
import { linear } from "./scale.ts";

export const BAND_HEIGHT = 36;
const TRACK = 8;
const LABEL_WIDTH = 110;
const VALUE: TextStyle = { size: 9, weight: "semibold", align: "center", lineGap: 0 };
const NAME: TextStyle = { size: 7.5, color: PALETTE.muted, align: "center", lineGap: 0 };
/** Where the band begins and ends on its track. */
const [FROM, TO] = [0.17, 0.83];

/** Draws P10, P50 and P90 on a track. */
export function drawBand(sheet: Sheet, box: Box, { p10, p50, p90 }: { p10: number; p50: number; p90: number }): void {
  const { doc } = sheet;
  const at = linear([p10, p90 > p10 ? p90 : p10 + 1], [box.x + FROM * box.width, box.x + TO * box.width]);
  doc.roundedRect(box.x, box.y, box.width, TRACK, TRACK / 2).fill(PALETTE.line);
  doc.rect(at(p10), box.y, at(p90) - at(p10), TRACK).fill(GAIN_COLOR);
  doc.rect(at(p50) - 1, box.y - 3, 2, TRACK + 6).fill(PALETTE.ink);
  for (const [name, value] of Object.entries({ P10: p10, P50: p50, P90: p90 })) {
    const left = at(value) - LABEL_WIDTH / 2;
    sheet.fit(euros(value), left, box.y + TRACK + 5, LABEL_WIDTH, VALUE);
    sheet.write(name, left, box.y + TRACK + 16, LABEL_WIDTH, NAME);
  }
}
