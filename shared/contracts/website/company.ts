/** The company behind the site, as the law requires it on every legal page; the data come from settings. */
export interface Company {
  /** Registered name. */
  name: string;
  /** Trade name. */
  tradeName: string;
  taxId: string;
  address: { street: string; postalCode: string; city: string; province: string };
  /** Entry in the commercial register. */
  registry: string;
  /** Telephone, if the company has one. */
  phone?: string;
  email: string;
  /** Contact for rights over personal data. */
  privacyEmail: string;
}

/** Data of the installation that pages need. */
export interface Website {
  company: Company;
  /** Public address, with scheme and without a trailing slash. */
  publicUrl: string;
  geotrimUrl: string;
}

/** An address on one line. */
export function addressLine({ address: { street, postalCode, city, province } }: Pick<Company, "address">): string {
  return `${street}, ${postalCode} ${city}${province === city ? "" : ` (${province})`}`;
}
