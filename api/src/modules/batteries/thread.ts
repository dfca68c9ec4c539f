import { batteryCards } from "@ecotrim/shared/engine/sizing";

/** What a thread of the sizer runs. */
export default batteryCards;
