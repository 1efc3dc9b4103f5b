/**
 * A domain name of at least two labels in ASCII, in any case (RFC 1123, section 2.1). The last label is not a number, so
 * that it is not an IP address.
 */
export const DOMAIN = /^(?=.{4,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/i;
