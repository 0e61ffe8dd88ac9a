import { bankText, cut, type Replacement } from './characters.ts'

export const longestRemittance = 140
export const longestName = 70

/**
 * The text on the recipient's statement: number, project and purpose, in the bank's character set. A text that is too
 * long is shortened at the project's title, because number and purpose identify the payout.
 */
export function remittanceOf({
  number,
  title,
  purpose,
}: {
  number: string
  title: string
  purpose: string
}): { text: string; replaced: Replacement[] } {
  const between = ' · '
  const whole = bankText([number, title, purpose].join(between))
  if (whole.text.length <= longestRemittance) return whole
  const others = bankText([number, '', purpose].join(between)).text.length + 1
  const short = cut(bankText(title).text, longestRemittance - others)
  return { text: bankText([number, short, purpose].join(between)).text, replaced: whole.replaced }
}
