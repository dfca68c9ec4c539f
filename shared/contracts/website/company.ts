/** The company behind the site, as the law wants it named on every legal page; the data are settings. */
export interface Company {
  /** Registered name. */
  name: string;
  /** Name people know. */
  tradeName: string;
  taxId: string;
  address: { street: string; postalCode: string; city: string; province: string };
  /** Entry in the commercial register. */
  registry: string;
  /** Where there is one. */
  phone?: string;
  email: string;
  /** Where rights over personal data are exercised. */
  privacyEmail: string;
}

/** What pages are told of where they run. */
export interface Website {
  company: Company;
  /** Address people use, with scheme and without a trailing slash. */
  publicUrl: string;
  geotrimUrl: string;
}

/** An address on one line. */
export function addressLine({ address: { street, postalCode, city, province } }: Pick<Company, "address">): string {
  return `${street}, ${postalCode} ${city}${province === city ? "" : ` (${province})`}`;
}
