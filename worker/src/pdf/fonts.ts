import { createRequire } from "node:module";

const resolve = (file: string): string =>
  createRequire(import.meta.url).resolve(`@expo-google-fonts/inter/${file}.ttf`);

/** Files of the weights used in reports; only the used glyphs are embedded. */
export const FONTS = {
  regular: resolve("400Regular/Inter_400Regular"),
  medium: resolve("500Medium/Inter_500Medium"),
  semibold: resolve("600SemiBold/Inter_600SemiBold"),
  bold: resolve("700Bold/Inter_700Bold"),
} as const;
export type Weight = keyof typeof FONTS;
