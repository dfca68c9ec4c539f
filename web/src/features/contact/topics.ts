/** How a message begins for those who come from a button that says what they want; others begin it themselves. */
const OPENINGS: Record<string, string> = {
  standalone: "Querría solicitar un análisis para un proyecto de baterías standalone.\n\n",
  consulta: "Querría una consulta personalizada sobre baterías para mi empresa.\n\n",
};

export const openingOf = (topic: string | null): string =>
  topic !== null && Object.hasOwn(OPENINGS, topic) ? (OPENINGS[topic] as string) : "";
