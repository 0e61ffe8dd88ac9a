/** A character and its replacement for the bank. */
export type Replacement = { from: string; to: string }

/** EPC217-08 replacements for characters that Unicode does not decompose into base letters. */
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

// The SEPA base set (EPC217-08) plus characters that German banks must accept (DFÜ agreement, annex 3).
const allowed = /^[a-zA-Z0-9/\-?:().,'+ ÄÖÜäöüß&*$%]$/
const allowedText = /^[a-zA-Z0-9/\-?:().,'+ ÄÖÜäöüß&*$%]+$/

/**
 * Converts a name or remittance text to the bank's character set. Umlauts stay, accents are dropped, unknown characters
 * become a full stop, and invisible format characters are removed. Blanks are collapsed and trimmed. `replaced` lists
 * each replaced character once; `lost` lists letters and digits that became a full stop.
 */
export function bankText(text: string): { text: string; replaced: Replacement[]; lost: string[] } {
  const replaced = new Map<string, string>()
  const lost = new Set<string>()
  let result = ''
  // Letters typed as base letter plus accent are composed first.
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

/** True for a text with a letter or digit; punctuation alone is no name. */
export const isReadable = (text: string) => /[\p{L}\p{N}]/u.test(text)

// MsgId, PmtInfId and EndToEndId: 35 characters of the base set, no slash at either end, no double slash.
const id = /^(?!\/)(?!.*\/\/)[a-zA-Z0-9/\-?:().,'+ ]{1,35}(?<!\/)$/

/** True for a valid id in a payment file. */
export const isBankId = (text: string) => id.test(text)

/** Truncates a text in the bank's character set to the field's length. */
export const cut = (text: string, length: number) => text.slice(0, length).trim()
