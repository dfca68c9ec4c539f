import {
  BarController,
  BarElement,
  CategoryScale,
  Chart,
  Filler,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  Tooltip,
} from "chart.js";
import { Flow, SankeyController } from "chartjs-chart-sankey";

/** Every part of the drawing library that a chart needs, named once: a forgotten one fails only in the built bundle. */
Chart.register(
  BarController,
  BarElement,
  CategoryScale,
  Filler,
  Flow,
  Legend,
  LinearScale,
  LineController,
  LineElement,
  PointElement,
  SankeyController,
  Tooltip,
);

export { Chart };
