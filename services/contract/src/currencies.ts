/**
 * The currencies that rates can be in: the active codes of ISO 4217, list one, without funds, metals and codes for tests
 * (https://www.six-group.com/en/products-services/financial-information/data-standards.html).
 */
export const currencies: readonly string[] = (
  'AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC ' +
  'CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ' +
  'ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK ' +
  'MXN MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE ' +
  'SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VED VES VND VUV WST XAF XCD XCG XOF XPF YER ' +
  'ZAR ZMW ZWG'
).split(' ');

/** Currencies whose minor unit is not a hundredth, by their number of decimals, from the same list. */
export const minorUnits: Readonly<Record<number, readonly string[]>> = {
  0: 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF'.split(' '),
  3: 'BHD IQD JOD KWD LYD OMR TND'.split(' '),
};

/** Returns the number of decimals of amounts in a currency. */
export function decimalsOf(currency: string): number {
  return Number(Object.keys(minorUnits).find((decimals) => minorUnits[Number(decimals)]!.includes(currency)) ?? 2);
}

/** A price, or a fee per month: at most seven digits before the point and five after it. */
export const RATE_PATTERN = /^\d{1,7}(\.\d{1,5})?$/;

/** The error for a rate that does not match the pattern. */
export const rateMessage = (name: string) =>
  `${name} must be a decimal with at most 7 digits before the point and 5 after it, such as 0.0079.`;
