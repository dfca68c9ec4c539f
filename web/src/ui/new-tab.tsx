import type { ReactNode } from "react";

/** A link that opens a new tab, so that the work on this page is kept. */
export const NewTabLink = ({ to, children, className }: { to: string; children: ReactNode; className?: string }) => (
  <a href={to} target="_blank" rel="noopener" className={className}>
    {children}
    <NewTabHint />
  </a>
);

/** Tells screen readers that a link opens a new tab. */
export const NewTabHint = () => <span className="visually-hidden"> (se abre en otra pestaña)</span>;
