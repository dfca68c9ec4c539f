import { PALETTE } from "@ecotrim/present/palette";
import { fileNameOf } from "../../lib/file-name.ts";

const MARGIN = 24;
const LINE_HEIGHT = 1.4;
const FAMILY = "'Inter Variable', sans-serif";
interface LineStyle {
  px: number;
  weight: number;
  color: string;
}

const TITLE: LineStyle = { px: 20, weight: 600, color: PALETTE.petrol };
const FOOT: LineStyle = { px: 12, weight: 400, color: PALETTE.muted };

/**
 * Saves the content of a canvas, on white and under its title, as a PNG file.
 * @param foot what stands beneath it: the picture leaves the page that says what it shows
 */
export function savePng(canvas: HTMLCanvasElement, title: string, foot: string[]): void {
  const picture = document.createElement("canvas");
  const context = picture.getContext("2d");
  if (!context) return;
  const scale = canvas.width / Math.max(canvas.clientWidth, 1);
  const margin = MARGIN * scale;
  const fontOf = ({ px, weight }: LineStyle) => `${weight} ${px * scale}px ${FAMILY}`;
  const linesOf = (texts: string[], style: LineStyle) => {
    context.font = fontOf(style);
    return texts.flatMap((text) => wrapped(context, text, canvas.width));
  };
  const [head, tail] = [linesOf([title], TITLE), linesOf(foot, FOOT)];
  const heightOf = (lines: string[], { px }: LineStyle) => lines.length * px * scale * LINE_HEIGHT;

  // A new size clears the canvas and its style.
  picture.width = canvas.width + 2 * margin;
  picture.height = canvas.height + heightOf(head, TITLE) + heightOf(tail, FOOT) + 4 * margin;
  context.fillStyle = PALETTE.white;
  context.fillRect(0, 0, picture.width, picture.height);
  context.textBaseline = "top";
  const write = (lines: string[], style: LineStyle, top: number) => {
    context.font = fontOf(style);
    context.fillStyle = style.color;
    for (const [index, line] of lines.entries())
      context.fillText(line, margin, top + heightOf(lines.slice(0, index), style));
  };
  write(head, TITLE, margin);
  const top = 2 * margin + heightOf(head, TITLE);
  context.drawImage(canvas, margin, top);
  write(tail, FOOT, top + canvas.height + margin);

  const link = document.createElement("a");
  link.download = `${fileNameOf(title, "grafico")}.png`;
  link.href = picture.toDataURL("image/png");
  link.click();
}

/** Breaks a text between words into lines that are no wider than the given width. */
function wrapped(context: CanvasRenderingContext2D, text: string, width: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const longer = lines.length > 0 ? `${lines.at(-1)} ${word}` : word;
    if (lines.length > 0 && context.measureText(longer).width <= width) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}
