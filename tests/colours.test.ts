import { readFileSync } from "node:fs";
import { join } from "node:path";
import { contrast, READABLE } from "@ecotrim/present/contrast";
import { FLOW_COLORS, GAIN_COLOR, INFO_TONE, LOSS_COLOR, PALETTE, TONES } from "@ecotrim/present/palette";
import { describe, expect, test } from "vitest";
import { modulesIn } from "./support/texts.ts";

const SEEN = 3;

describe("the palette", () => {
  test("each tone is read on its ground, and its ground is seen on the dark headline", () => {
    for (const [tone, { text, soft }] of Object.entries({ ...TONES, info: INFO_TONE })) {
      expect(contrast(text, soft), tone).toBeGreaterThanOrEqual(READABLE);
      expect(contrast(text, PALETTE.white), tone).toBeGreaterThanOrEqual(READABLE);
      expect(contrast(soft, PALETTE.petrol), tone).toBeGreaterThanOrEqual(SEEN);
    }
  });

  test("words are read on page, card and headline, and figures on a gain and a loss", () => {
    for (const ground of [PALETTE.paper, PALETTE.white]) {
      for (const words of [PALETTE.ink, PALETTE.petrol, PALETTE.muted])
        expect(contrast(words, ground), words).toBeGreaterThanOrEqual(READABLE);
    }
    expect(contrast(PALETTE.white, PALETTE.petrol)).toBeGreaterThanOrEqual(READABLE);
    for (const ground of [LOSS_COLOR, GAIN_COLOR])
      expect(contrast(PALETTE.ink, ground), ground).toBeGreaterThanOrEqual(READABLE);
  });

  test("the two shades of a comparison are seen on white and told from one another", () => {
    expect(contrast(PALETTE.petrolSoft, PALETTE.white)).toBeGreaterThanOrEqual(SEEN);
    expect(contrast(PALETTE.petrolSoft, PALETTE.petrol)).toBeGreaterThanOrEqual(SEEN);
  });

  test("the line of a gain is seen on white", () => {
    expect(contrast(GAIN_COLOR, PALETTE.white)).toBeGreaterThanOrEqual(SEEN);
  });

  test("no two flows share a colour, nor does a verdict, a gain or a loss have that of a flow", () => {
    const tones = Object.values(TONES).flatMap(({ text, soft }) => [text, soft]);
    const all = [...Object.values(FLOW_COLORS), GAIN_COLOR, LOSS_COLOR, ...tones];
    expect(new Set(all).size).toBe(all.length);
  });
});

test("charts, screens and reports take their colours from the palette", () => {
  const named = modulesIn("web/src", "worker/src/pdf")
    .filter((file) => file !== join("web", "src", "theme.ts"))
    .flatMap((file) => readFileSync(file, "utf8").match(/["'`]#[0-9a-f]{3,8}\b|["'`](?:rgb|hsl)a?\(\d/gi) ?? []);
  expect(named).toEqual([]);
});
