import { documentTitle, pageAt } from "@ecotrim/contracts/website/pages";
import { Title } from "@mantine/core";
import { type ReactNode, useEffect, useRef } from "react";

interface PageHeadingProps {
  children: ReactNode;
  /** Title of the browser's tab, where the view is not the page as `pages.ts` names it. */
  title?: string;
  className?: string;
}

/** The one `h1` of a view. It takes the focus when the view appears, so that keyboard and screen reader start there. */
export function PageHeading({ children, title, className }: PageHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);

  useEffect(() => {
    document.title = documentTitle({ title: title ?? pageAt(window.location.pathname).title });
  }, [title]);

  useEffect(() => {
    heading.current?.focus({ preventScroll: true });
  }, []);

  return (
    <Title order={1} ref={heading} tabIndex={-1} className={className}>
      {children}
    </Title>
  );
}
