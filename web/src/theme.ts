import { FLOW_COLORS, GAIN_COLOR, INFO_TONE, LOSS_COLOR, PALETTE, TONES } from "@ecotrim/present/palette";
import {
  type CSSVariablesResolver,
  convertCssVariables,
  createTheme,
  DEFAULT_THEME,
  deepMerge,
  defaultCssVariablesResolver,
  type MantineColorsTuple,
  mergeMantineTheme,
} from "@mantine/core";
import { BusyButton } from "./ui/busy-button.tsx";

/** Colour, type, spacing and radius of every screen; nothing else names a colour but the palette. */

const petrol: MantineColorsTuple = [
  "#EEF5F7",
  "#D8E8EC",
  "#B1D1D9",
  "#84B4C1",
  PALETTE.petrolSoft,
  "#367A8C",
  "#236474",
  "#16505F",
  PALETTE.petrol,
  "#072A34",
];

const solar: MantineColorsTuple = [
  "#FFF6E5",
  "#FFEBC7",
  "#FDD894",
  "#FAC45D",
  FLOW_COLORS.pv,
  "#E39312",
  "#B97408",
  "#8F5906",
  "#7A4B00",
  "#4F3000",
];

const battery: MantineColorsTuple = [
  "#E2F5EE",
  "#C3EADC",
  "#8BD6BC",
  "#4FC09A",
  FLOW_COLORS.battery,
  "#0E8F6B",
  "#0C7D5E",
  "#0A6E52",
  "#085641",
  "#053B2D",
];

const FONT = "'Inter Variable', system-ui, -apple-system, 'Segoe UI', sans-serif";

export const theme = createTheme({
  colors: { petrol, solar, battery },
  primaryColor: "petrol",
  primaryShade: 8,
  black: PALETTE.ink,
  white: PALETTE.white,
  fontFamily: FONT,
  fontSizes: { xs: "0.8125rem", sm: "0.875rem", md: "1rem", lg: "1.125rem", xl: "1.25rem" },
  lineHeights: { xs: "1.4", sm: "1.45", md: "1.55", lg: "1.5", xl: "1.4" },
  headings: {
    fontFamily: FONT,
    fontWeight: "700",
    sizes: {
      h1: { fontSize: "clamp(1.75rem, 1.3rem + 1.8vw, 2.25rem)", lineHeight: "1.15" },
      h2: { fontSize: "1.25rem", lineHeight: "1.3" },
      h3: { fontSize: "1.0625rem", lineHeight: "1.35" },
    },
  },
  spacing: { xs: "0.5rem", sm: "0.75rem", md: "1rem", lg: "1.5rem", xl: "2.25rem" },
  radius: { xs: "4px", sm: "8px", md: "12px", lg: "16px", xl: "24px" },
  defaultRadius: "sm",
  respectReducedMotion: true,
  cursorType: "pointer",
  components: { Button: { defaultProps: { component: BusyButton } } },
});

const resolver: CSSVariablesResolver = () => ({
  variables: {
    "--mantine-color-body": PALETTE.paper,
    "--mantine-color-default-border": PALETTE.control,
    "--mantine-color-dimmed": PALETTE.muted,
    "--mantine-color-placeholder": PALETTE.muted,
    "--mantine-color-error": TONES.bad.text,
    "--color-line": PALETTE.line,
    "--color-control": PALETTE.control,
    "--color-gain": GAIN_COLOR,
    "--color-loss": LOSS_COLOR,
    ...Object.fromEntries(
      Object.entries({ ...TONES, info: INFO_TONE }).flatMap(([tone, { text, soft }]) => [
        [`--tone-${tone}`, text],
        [`--tone-${tone}-soft`, soft],
      ]),
    ),
    ...Object.fromEntries(Object.entries(FLOW_COLORS).map(([flow, color]) => [`--flow-${flow}`, color])),
  },
  light: {},
  dark: {},
});

/** The theme's CSS variables, a style sheet that the build writes: whatever stands in the page has its style at once. */
export function themeVariables(): string {
  const merged = mergeMantineTheme(DEFAULT_THEME, theme);
  const { variables, light } = deepMerge(defaultCssVariablesResolver(merged), resolver(merged));
  return convertCssVariables(
    { variables: { ...variables, ...light, ...resolver(merged).variables }, light: {}, dark: {} },
    ":root",
  );
}
