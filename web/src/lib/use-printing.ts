import { useSyncExternalStore } from "react";
import { flushSync } from "react-dom";

let printing = false;

/** Whether the page is being put on paper, for what is drawn once. */
export const isPrinting = (): boolean => printing;

/**
 * Whether the page is being put on paper. Browsers count its pages right after the event, so what is shown then is
 * rendered within it.
 */
export const usePrinting = (): boolean => useSyncExternalStore(subscribe, isPrinting);

function subscribe(tell: () => void): () => void {
  const turn = (now: boolean) => {
    printing = now;
    flushSync(tell);
  };
  const begin = () => turn(true);
  const end = () => turn(false);
  // A page may also be shown as on paper, without the events.
  const paper = window.matchMedia("print");
  const follow = () => turn(paper.matches);
  window.addEventListener("beforeprint", begin);
  window.addEventListener("afterprint", end);
  paper.addEventListener("change", follow);
  return () => {
    window.removeEventListener("beforeprint", begin);
    window.removeEventListener("afterprint", end);
    paper.removeEventListener("change", follow);
  };
}
