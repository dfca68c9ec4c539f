import { PALETTE } from "@ecotrim/present/palette";

const MARGIN = 24;
const TITLE_PX = 20;

/** Saves the content of a canvas, on white and under its title, as a PNG file. */
export function savePng(canvas: HTMLCanvasElement, title: string): void {
  const scale = canvas.width / Math.max(canvas.clientWidth, 1);
  const head = (MARGIN + TITLE_PX) * scale;
  const picture = document.createElement("canvas");
  picture.width = canvas.width + 2 * MARGIN * scale;
  picture.height = canvas.height + head + 2 * MARGIN * scale;
  const context = picture.getContext("2d");
  if (!context) return;
  context.fillStyle = PALETTE.white;
  context.fillRect(0, 0, picture.width, picture.height);
  context.fillStyle = PALETTE.petrol;
  context.font = `600 ${TITLE_PX * scale}px 'Inter Variable', sans-serif`;
  context.textBaseline = "top";
  context.fillText(title, MARGIN * scale, MARGIN * scale, canvas.width);
  context.drawImage(canvas, MARGIN * scale, head + MARGIN * scale);

  const link = document.createElement("a");
  link.download = `${fileName(title)}.png`;
  link.href = picture.toDataURL("image/png");
  link.click();
}

const fileName = (title: string): string =>
  title
    .normalize("NFD")
    .replace(/[\u0300-\u036f]/g, "")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "") || "grafico";
