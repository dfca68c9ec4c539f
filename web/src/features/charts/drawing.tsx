import type { ChartConfiguration } from "chart.js";
import { useEffect, useRef } from "react";
import { isPrinting } from "../../lib/use-printing.ts";
import type { ChartStyle } from "./chart-style.ts";
import { Chart } from "./register.ts";

interface DrawingProps {
  /** A new function redraws the chart, in place and without animation. */
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
/** Two charts with their texts are on a page: high ones lose a fifth. */
const paperHeight = (height: number): number => Math.max(0.8 * height, Math.min(height, 280));

/** A chart that follows a slider has no time to be made anew. */
function redraw(chart: Chart, { data, options, plugins = [] }: ChartConfiguration): void {
  chart.data = data;
  if (options) chart.options = options;
  // The library reads the plugins again with each update.
  chart.config.plugins?.splice(0, Infinity, ...plugins);
  chart.update("none");
}

/** The canvas. Loaded on demand together with the drawing library. */
export function Drawing({ config, locale, height, label, onCanvas, onFailure }: DrawingProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const drawn = useRef<{ chart: Chart; config: DrawingProps["config"]; style: ChartStyle } | null>(null);
  const latest = useRef(config);
  latest.current = config;

  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    // A chart that is first shown on paper has no time to move, nor a width yet.
    const onPaper = isPrinting();
    const style = {
      locale,
      animate: !onPaper && !window.matchMedia("(prefers-reduced-motion: reduce)").matches,
      compact: !onPaper && (element.parentElement?.clientWidth ?? 0) < COMPACT_PX,
    };
    let chart: Chart | undefined;
    const fitPaper = () => chart?.resize(PAPER_PX, paperHeight(height));
    const fitScreen = () => chart?.resize();
    window.addEventListener("beforeprint", fitPaper);
    window.addEventListener("afterprint", fitScreen);
    try {
      chart = new Chart(element, latest.current(style));
      drawn.current = { chart, config: latest.current, style };
      if (onPaper) fitPaper();
      onCanvas(element);
    } catch (error) {
      onFailure(error);
    }
    return () => {
      window.removeEventListener("beforeprint", fitPaper);
      window.removeEventListener("afterprint", fitScreen);
      onCanvas(null);
      drawn.current = null;
      chart?.destroy();
    };
  }, [locale, height, onCanvas, onFailure]);

  useEffect(() => {
    if (!drawn.current || drawn.current.config === config) return;
    const { chart, style } = drawn.current;
    drawn.current.config = config;
    try {
      redraw(chart, config({ ...style, animate: false }));
    } catch (error) {
      onFailure(error);
    }
  }, [config, onFailure]);

  return (
    <div className="chart-drawing" style={{ position: "relative", height }}>
      <canvas ref={canvas} role="img" aria-label={label} />
    </div>
  );
}
