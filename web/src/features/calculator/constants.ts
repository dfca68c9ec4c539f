export const DEFAULT_GENERATION_KWP = 2000;
export const WIZARD_STEPS = 6;
export const CACHE_MESSAGE = "Cargando resultados desde caché...";
export const LOADING_MESSAGES = [
  "Analizando generación y consumo...",
  "Generando modelo de optimización...",
  "Analizando miles de simulaciones...",
  "Generando resultados",
] as const;
