import { useEffect, useState } from "react";
import { flushSync } from "react-dom";

/** Whether the page is being put on paper. It turns before the paper is laid out, so that what is shown then is on it. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false);
  useEffect(() => {
    const paper = window.matchMedia("print");
    const turn = () => flushSync(() => setPrinting(paper.matches));
    paper.addEventListener("change", turn);
    return () => paper.removeEventListener("change", turn);
  }, []);
  return printing;
}
