/** Characters before the @ (RFC 5322, without quotes), including plus, ampersand and apostrophe. */
const local = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
/** A domain label with letters of any script, including combining marks. */
const label = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u

/** A domain in the encoding of mail servers (`xn--…`); undefined for an invalid one. */
function asciiDomain(domain: string): string | undefined {
  const labels = domain.split('.')
  const last = labels.at(-1)!
  // Without letters the last label is a number, and the whole an IP address.
  if (labels.length < 2 || !/\p{L}/u.test(last) || !labels.every((one) => label.test(one))) return undefined
  try {
    const { hostname } = new URL(`http://${domain}`)
    return hostname.length <= 253 && hostname.split('.').every((one) => one.length <= 63)
      ? hostname
      : undefined
  } catch {
    return undefined
  }
}

function partsOf(text: string): [string, string] | undefined {
  const [before, domain, ...more] = text.trim().normalize('NFC').split('@')
  return before === undefined || domain === undefined || more.length > 0 ? undefined : [before, domain]
}

/** The longest address that mail servers accept (RFC 5321). */
export const longestEmail = 254

/**
 * True for a usual e-mail address: one @, at most 64 ASCII characters before it, a domain with a dot after it, in
 * either spelling of an international name (`müller.example`, `xn--mller-kva.example`). The single rule for all
 * addresses.
 */
export function isEmail(text: string): boolean {
  const parts = partsOf(text)
  if (!parts) return false
  const [before, domain] = parts
  const ascii = asciiDomain(domain)
  if (ascii === undefined || before.length > 64 || !local.test(before)) return false
  return before.length + 1 + ascii.length <= longestEmail && domain.length <= 253
}

/** The stored form of an address: trimmed, with a lower-case domain; the part before the @ stays. */
export function normalEmail(text: string): string {
  const parts = partsOf(text)
  return parts ? `${parts[0]}@${parts[1].toLowerCase()}` : text.trim()
}

/** Equal for two spellings of one address: lower case, and the domain as mail servers write it. */
export function emailKey(text: string): string {
  const parts = partsOf(text)
  if (!parts) return text.trim().toLowerCase()
  const [before, domain] = parts
  return `${before.toLowerCase()}@${asciiDomain(domain) ?? domain.toLowerCase()}`
}
