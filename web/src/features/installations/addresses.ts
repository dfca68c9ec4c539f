import type { Installation } from "@ecotrim/contracts/installations/installation";

export const INSTALLATIONS = "/mi-area?seccion=instalaciones";

/** What a link to a new simulation carries, so that the wizard is filled in with a site and opens where it is wanted. */
export interface OfInstallation {
  installation: Pick<Installation, "id" | "name" | "answers">;
  at: "plant" | "consumption" | "battery";
}

/** The properties of a link to the wizard with a site's answers. */
export const linkToWizard = ({ id, name, answers }: Installation, at: OfInstallation["at"]) => ({
  to: "/nueva-simulacion",
  state: { installation: { id, name, answers }, at } satisfies OfInstallation,
});
