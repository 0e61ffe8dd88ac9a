/** A sign and what the bank gets in its place. */
export type Replaced = { from: string; to: string }

const special: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  Ä: 'Ae',
  Ö: 'Oe',
  Ü: 'Ue',
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  å: 'a',
  Å: 'A',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  '·': '-',
  '•': '-',
  '–': '-',
  '—': '-',
  '−': '-',
  _: '-',
  '„': "'",
  '“': "'",
  '”': "'",
  '"': "'",
  '«': "'",
  '»': "'",
  '‘': "'",
  '’': "'",
  '‚': "'",
  '`': "'",
  '´': "'",
  '&': '+',
  '@': '(at)',
  '€': 'EUR',
  '…': '...',
  ';': ',',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
}

// What every bank of the SEPA takes (EPC217-08).
const allowed = /^[a-zA-Z0-9/\-?:().,'+ ]$/
const allowedWords = /^[a-zA-Z0-9/\-?:().,'+ ]+$/

/**
 * A text in the bank's character set: umlauts are written out, accents dropped, what has no likeness becomes a full stop;
 * blanks are one, and none stands at an end. Beside it what was replaced, each sign once.
 */
export function bankText(text: string): { text: string; replaced: Replaced[] } {
  const replaced = new Map<string, string>()
  let result = ''
  // Signs made of two characters, such as a and two dots, are one first.
  for (const sign of text.normalize('NFC')) {
    const to = likeness(sign)
    if (to !== sign && to !== ' ') replaced.set(sign, to)
    result += to
  }
  return {
    text: result.replaceAll(/ +/g, ' ').trim(),
    replaced: [...replaced].map(([from, to]) => ({ from, to })),
  }
}

function likeness(sign: string): string {
  if (allowed.test(sign)) return sign
  if (/[\s\p{Cc}\p{Cf}\p{Zs}]/u.test(sign)) return ' '
  const known = special[sign]
  if (known !== undefined) return known
  const plain = sign.normalize('NFKD').replaceAll(/\p{M}/gu, '')
  return allowedWords.test(plain) ? plain : '.'
}

/** The beginning of a text in the bank's character set, no longer than the field. */
export const cut = (text: string, length: number) => text.slice(0, length).trim()
