/** Opening of a message by its topic, which is set by the button that led to the form. */
const OPENINGS: Record<string, string> = {
  standalone: "Querría solicitar un análisis para un proyecto de baterías independientes.\n\n",
  consulta: "Querría una consulta personalizada sobre baterías para mi empresa.\n\n",
};

export const openingOf = (topic: string | null): string =>
  topic !== null && Object.hasOwn(OPENINGS, topic) ? (OPENINGS[topic] as string) : "";
