/** Postcode formats by country; other countries accept any text. */
const forms: Readonly<Record<string, RegExp>> = {
  DE: /^\d{5}$/,
  AT: /^\d{4}$/,
  BE: /^\d{4}$/,
  CH: /^\d{4}$/,
  CZ: /^\d{3} ?\d{2}$/,
  DK: /^\d{4}$/,
  ES: /^\d{5}$/,
  FI: /^\d{5}$/,
  FR: /^\d{5}$/,
  GB: /^[A-Z]{1,2}\d[A-Z\d]? ?\d[A-Z]{2}$/,
  IT: /^\d{5}$/,
  LI: /^\d{4}$/,
  LU: /^\d{4}$/,
  NL: /^\d{4} ?[A-Z]{2}$/,
  NO: /^\d{4}$/,
  PL: /^\d{2}-?\d{3}$/,
  PT: /^\d{4}-?\d{3}$/,
  SE: /^\d{3} ?\d{2}$/,
  SK: /^\d{3} ?\d{2}$/,
}

/** The country of an old prefix, as in `D-10967`; countries had their own letters. */
const prefixes: Readonly<Record<string, string>> = { D: 'DE', A: 'AT', B: 'BE', F: 'FR', I: 'IT', L: 'LU' }

function partsOf(text: string, country: string): [string, string] {
  const written = text.trim().toUpperCase()
  const [, sign, rest] = /^([A-Z]{1,2})-(\d.*)$/.exec(written) ?? []
  return sign !== undefined ? [prefixes[sign] ?? sign, rest!] : [country === '' ? 'DE' : country, written]
}

/** True for a postcode of its country, Germany by default; an old prefix (`D-10967`) is accepted. */
export function isPostalCode(text: string, country = 'DE'): boolean {
  const [land, code] = partsOf(text, country)
  return forms[land]?.test(code) ?? code !== ''
}

/**
 * Equal for two spellings of one postcode: without prefix, blanks and punctuation, and for Germany with the leading
 * zero that spreadsheets drop (`01067`, `1067`); a foreign one includes its country.
 */
export function postalCodeKey(text: string, country = 'DE'): string {
  const [land, code] = partsOf(text, country)
  const plain = code.toLowerCase().replace(/[\s./-]/g, '')
  if (land !== 'DE') return `${land.toLowerCase()}:${plain}`
  return /^\d{4}$/.test(plain) ? `0${plain}` : plain
}
