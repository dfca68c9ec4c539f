import type { ReactNode } from "react";

/** A link to a page of ours or of others that leaves what is being done here as it is. */
export const NewTabLink = ({ to, children, className }: { to: string; children: ReactNode; className?: string }) => (
  <a href={to} target="_blank" rel="noopener" className={className}>
    {children}
    <NewTabHint />
  </a>
);

/** Said to who does not see where a link leads. */
export const NewTabHint = () => <span className="visually-hidden"> (se abre en otra pestaña)</span>;
