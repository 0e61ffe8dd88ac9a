/** A sign and what the bank gets in its place. */
export type Replaced = { from: string; to: string }

/** Letters and signs that Unicode does not decompose into base letters, by what EPC217-08 puts in their place. */
const special: Record<string, string> = {
  ẞ: 'SS',
  æ: 'a',
  Æ: 'A',
  œ: 'o',
  Œ: 'O',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ħ: 'h',
  Ħ: 'H',
  ŧ: 't',
  Ŧ: 'T',
  ŋ: 'n',
  Ŋ: 'N',
  ĸ: 'k',
  ı: 'i',
  ə: 'e',
  Ə: 'E',
  '·': '-',
  '•': '-',
  '‐': '-',
  '‑': '-',
  '‒': '-',
  '–': '-',
  '—': '-',
  '―': '-',
  '−': '-',
  _: '-',
  '~': '-',
  '„': "'",
  '“': "'",
  '”': "'",
  '"': "'",
  '«': "'",
  '»': "'",
  '‹': "'",
  '›': "'",
  '‘': "'",
  '’': "'",
  '‚': "'",
  '`': "'",
  '´': "'",
  '@': '(at)',
  '€': 'EUR',
  '…': '...',
  ';': ',',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
}

// The base set of SEPA (EPC217-08), and what German banks must accept beside it (DFÜ agreement, annex 3).
const allowed = /^[a-zA-Z0-9/\-?:().,'+ ÄÖÜäöüß&*$%]$/
const allowedText = /^[a-zA-Z0-9/\-?:().,'+ ÄÖÜäöüß&*$%]+$/

/**
 * A name or remittance text in the bank's character set: umlauts stay, accents are dropped, anything without a likeness
 * becomes a full stop, invisible format characters go. Blanks are joined and trimmed. `replaced` has each replaced
 * character once; `lost` those letters and digits that became a full stop.
 */
export function bankText(text: string): { text: string; replaced: Replaced[]; lost: string[] } {
  const replaced = new Map<string, string>()
  const lost = new Set<string>()
  let result = ''
  // Letters typed as base letter and accent are joined first.
  for (const sign of text.normalize('NFC')) {
    const to = likeness(sign)
    if (to !== sign && to.trim() !== '') replaced.set(sign, to)
    if (to === '.' && sign !== '.' && /[\p{L}\p{N}]/u.test(sign)) lost.add(sign)
    result += to
  }
  return {
    text: result.replaceAll(/ +/g, ' ').trim(),
    replaced: [...replaced].map(([from, to]) => ({ from, to })),
    lost: [...lost],
  }
}

function likeness(sign: string): string {
  if (allowed.test(sign)) return sign
  if (/\p{Cf}/u.test(sign)) return ''
  if (/[\s\p{Cc}\p{Zs}]/u.test(sign)) return ' '
  const known = special[sign]
  if (known !== undefined) return known
  const plain = sign.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return allowedText.test(plain) ? plain : '.'
}

/** True for a text with a letter or digit in it: a name of signs alone names nobody. */
export const isReadable = (text: string) => /[\p{L}\p{N}]/u.test(text)

// MsgId, PmtInfId and EndToEndId: 35 characters of the base set, no slash at an end and none doubled.
const id = /^(?!\/)(?!.*\/\/)[a-zA-Z0-9/\-?:().,'+ ]{1,35}(?<!\/)$/

/** True for a text that may stand as an id in a payment file. */
export const isBankId = (text: string) => id.test(text)

/** The beginning of a text in the bank's character set, no longer than the field. */
export const cut = (text: string, length: number) => text.slice(0, length).trim()
