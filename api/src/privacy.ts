import { PRIVACY_VERSION } from "@ecotrim/contracts/auth/account";

/** What is stored of the acceptance of the privacy policy that came with a request, if one did. */
export const acceptance = ({ privacyAccepted }: { privacyAccepted?: true }) => ({
  privacyAcceptedAt: privacyAccepted ? new Date() : null,
  privacyVersion: privacyAccepted ? PRIVACY_VERSION : null,
});
