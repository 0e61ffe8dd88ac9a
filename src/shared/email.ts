/** Signs of the part before the @ (RFC 5322, without quotes): plus, ampersand and apostrophe included. */
const local = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i
/** A part of a domain in letters of any script; the marks that some letters need are part of them. */
const label = /^[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}-]*[\p{L}\p{M}\p{N}])?$/u

/** A domain in the letters that mail servers use (`xn--…`); undefined for what is no domain. */
function asciiDomain(domain: string): string | undefined {
  const labels = domain.split('.')
  const last = labels.at(-1)!
  // Without letters the last part is a number, and the whole an IP address.
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

/** The longest address that mail servers take (RFC 5321). */
export const longestEmail = 254

/**
 * True for an e-mail address as people have them: one @, at most 64 ASCII signs before it, a domain with a dot behind it, in
 * either spelling of an international name (`müller.example`, `xn--mller-kva.example`). The one rule for all addresses.
 */
export function isEmail(text: string): boolean {
  const parts = partsOf(text)
  if (!parts) return false
  const [before, domain] = parts
  const ascii = asciiDomain(domain)
  if (ascii === undefined || before.length > 64 || !local.test(before)) return false
  return before.length + 1 + ascii.length <= longestEmail && domain.length <= 253
}

/** The stored form of an address: without blanks around it, its domain in small letters; the part before the @ stays. */
export function normalEmail(text: string): string {
  const parts = partsOf(text)
  return parts ? `${parts[0]}@${parts[1].toLowerCase()}` : text.trim()
}

/** Equal for two spellings of one address: small letters, and the domain as mail servers write it. */
export function emailKey(text: string): string {
  const parts = partsOf(text)
  if (!parts) return text.trim().toLowerCase()
  const [before, domain] = parts
  return `${before.toLowerCase()}@${asciiDomain(domain) ?? domain.toLowerCase()}`
}
