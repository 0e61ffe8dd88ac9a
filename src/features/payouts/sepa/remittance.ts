import { bankText, cut, type Replaced } from './characters.ts'

/** As long as a remittance text may be. */
export const longestRemittance = 140
/** As long as the name of a recipient may be. */
export const longestName = 70

/**
 * What the recipient reads on the statement: number, project and purpose, in the bank's character set. Of a text that is
 * too long the project's title gives way, since the number finds the payout and the purpose what it is for.
 */
export function remittanceOf({
  number,
  title,
  purpose,
}: {
  number: string
  title: string
  purpose: string
}): { text: string; replaced: Replaced[] } {
  const between = ' · '
  const whole = bankText([number, title, purpose].join(between))
  if (whole.text.length <= longestRemittance) return whole
  const others = bankText([number, '', purpose].join(between)).text.length + 1
  const short = cut(bankText(title).text, longestRemittance - others)
  return { text: bankText([number, short, purpose].join(between)).text, replaced: whole.replaced }
}
