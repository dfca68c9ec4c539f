/** A link that opens the visitor's mail program with a letter begun. */
export const mailto = (address: string, { subject, body }: { subject: string; body: string }): string =>
  // Mail programs want %20 and CRLF, which URLSearchParams does not write.
  `mailto:${encodeURIComponent(address).replaceAll("%40", "@")}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll("\n", "\r\n"))}`;
