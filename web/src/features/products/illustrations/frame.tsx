import type { ReactNode } from "react";

/** Flat drawings in the colours of the flows; the text beside them says the same. */
export const Frame = ({ children }: { children: ReactNode }) => (
  <svg viewBox="0 0 320 160" className="product-picture" aria-hidden="true" focusable="false">
    {children}
  </svg>
);

export const INK = "var(--mantine-color-petrol-8)";
export const PAPER = "var(--mantine-color-white)";
export const LINE = "var(--color-line)";
