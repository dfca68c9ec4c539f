import type { ChartConfiguration } from "chart.js";
import { useEffect, useRef } from "react";
import type { ChartStyle } from "./chart-style.ts";
import { Chart } from "./register.ts";

interface DrawingProps {
  /** A new function redraws the chart. */
  config: (style: ChartStyle) => ChartConfiguration;
  locale: string;
  height: number;
  /** Title and description for screen readers. */
  label: string;
  onCanvas: (canvas: HTMLCanvasElement | null) => void;
  onFailure: (error: unknown) => void;
}

const COMPACT_PX = 560;
/** Width of a chart within the margins of an A4 page; the style sheet fits it to any other. */
const PAPER_PX = 660;

/** The canvas. Loaded on demand together with the drawing library. */
export function Drawing({ config, locale, height, label, onCanvas, onFailure }: DrawingProps) {
  const canvas = useRef<HTMLCanvasElement>(null);

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    const style = {
      locale,
      animate: !window.matchMedia("(prefers-reduced-motion: reduce)").matches,
      compact: (element.parentElement?.clientWidth ?? 0) < COMPACT_PX,
    };
    let chart: Chart | undefined;
    const fitPaper = () => chart?.resize(PAPER_PX, height);
    const fitScreen = () => chart?.resize();
    window.addEventListener("beforeprint", fitPaper);
    window.addEventListener("afterprint", fitScreen);
    try {
      chart = new Chart(element, config(style));
      onCanvas(element);
    } catch (error) {
      onFailure(error);
    }
    return () => {
      window.removeEventListener("beforeprint", fitPaper);
      window.removeEventListener("afterprint", fitScreen);
      onCanvas(null);
      chart?.destroy();
    };
  }, [config, locale, height, onCanvas, onFailure]);

  return (
    <div className="chart-drawing" style={{ position: "relative", height }}>
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  );
}
