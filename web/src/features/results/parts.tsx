import { Tabs } from "@mantine/core";
import { type ReactNode, useRef } from "react";
import { useLocation, useSearchParams } from "react-router-dom";
import { usePrinting } from "../../lib/use-printing.ts";
import "./parts.css";

export interface Part {
  /** In the address. */
  key: string;
  name: string;
  content: ReactNode;
}

interface PartsProps {
  /** Name of the list of tabs. */
  label: string;
  parts: Part[];
}

/** Tabs with addresses of their own; a tab's charts load when it opens. On paper all of them follow one another. */
export function Parts({ label, parts }: PartsProps) {
  const { asked, ask } = usePartAddress();
  const printing = usePrinting();
  const open = (parts.find(({ key }) => key === asked) ?? parts[0]!).key;
  const start = useRef<HTMLDivElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const turnTo = (key: string | null) => {
    if (key) ask(key);
    // Whoever turns a page in its middle reads the next one from its beginning.
    const isScrolledPast = start.current!.getBoundingClientRect().top < list.current!.getBoundingClientRect().top;
    if (isScrolledPast) start.current!.scrollIntoView({ block: "start" });
  };
  return (
    // Panels stay mounted, since their tabs refer to them, but their content does not. On paper it runs in all of them.
    <Tabs ref={start} value={open} onChange={turnTo} className="parts" keepMountedMode="display-none">
      <Tabs.List ref={list} className="parts-list" aria-label={label}>
        {parts.map(({ key, name }) => (
          <Tabs.Tab key={key} value={key}>
            {name}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      {parts.map(({ key, name, content }) => (
        <Tabs.Panel key={key} value={key} className="result part">
          {printing && <h2 className="part-title">{name}</h2>}
          {(printing || key === open) && content}
        </Tabs.Panel>
      ))}
    </Tabs>
  );
}

/** The open tab stands in the address; turning pages leaves no trail, so that back leaves the result. */
function usePartAddress() {
  const [parameters, setParameters] = useSearchParams();
  const { state } = useLocation();
  const ask = (key: string) => {
    const next = new URLSearchParams(parameters);
    next.set("parte", key);
    setParameters(next, { replace: true, state, preventScrollReset: true });
  };
  return { asked: parameters.get("parte"), ask };
}
