/** How a site works, as the wizard asks: three shifts are `constante`. */
export const CONSUMPTION_TYPES = ["constante", "2turnos", "1turno"] as const;
export type ConsumptionTypeName = (typeof CONSUMPTION_TYPES)[number];

/** The inputs that a consumption type stands for. */
export const shiftsOf = (type: ConsumptionTypeName) => {
  const shifts = type === "1turno" ? 1 : type === "2turnos" ? 2 : 3;
  return { two_turnes: shifts === 2, shifts } as const;
};
