import type { Website } from "@ecotrim/contracts/website/company";
import { publicUrl } from "./env.ts";
import type { Settings } from "./settings.ts";

/** Data of the installation for pages, from the settings. */
export function websiteOf(settings: Settings): Website {
  return {
    company: {
      name: settings.COMPANY_NAME,
      tradeName: settings.COMPANY_TRADE_NAME,
      taxId: settings.COMPANY_TAX_ID,
      address: {
        street: settings.COMPANY_STREET,
        postalCode: settings.COMPANY_POSTAL_CODE,
        city: settings.COMPANY_CITY,
        province: settings.COMPANY_PROVINCE,
      },
      registry: settings.COMPANY_REGISTRY,
      ...(settings.COMPANY_PHONE !== undefined && { phone: settings.COMPANY_PHONE }),
      email: settings.CONTACT_EMAIL,
      privacyEmail: settings.PRIVACY_EMAIL,
    },
    publicUrl: publicUrl(settings),
    geotrimUrl: settings.GEOTRIM_URL,
  };
}
