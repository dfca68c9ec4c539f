import { documentTitle, pageAt } from "@ecotrim/contracts/website/pages";
import { Title } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";

interface PageHeadingProps {
  children: ReactNode;
  /** Title of the browser's tab, where the view is not the page as `pages.ts` names it. */
  title?: string;
  className?: string;
}

/** The heading shown last, and the entry of the browser's history that showed it. */
let last: { heading: HTMLElement | null; entry: unknown } = { heading: null, entry: null };

const entryKey = (): unknown => (window.history.state as { key?: string } | null)?.key ?? window.location.pathname;

const isOnScreen = (element: HTMLElement): boolean => {
  const { top, bottom } = element.getBoundingClientRect();
  return top >= 0 && bottom <= window.innerHeight;
};

/** The one `h1` of a view. It takes the focus when the view appears, so that keyboard and screen reader start there. */
export function PageHeading({ children, title, className }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = documentTitle({ title: title ?? pageAt(window.location.pathname).title });
  }, [title]);

  useEffect(() => {
    const shown = heading.current!;
    shown.focus({ preventScroll: true });
    const isAnotherView = last.heading !== shown && last.entry === entryKey();
    last = { heading: shown, entry: entryKey() };
    // The router restores the place in a page that is gone to; a view that replaces another in it begins at its top.
    if (isAnotherView && !isOnScreen(shown)) window.scrollTo(0, 0);
  }, []);

  return (
    <Title order={1} ref={heading} tabIndex={-1} className={className}>
      {children}
    </Title>
  );
}
