import type { Day } from '#shared/dates.ts'
import { Sheet } from './sheet.ts'

/** A paragraph of a letter or a slip, or a line to sign on. */
export type PaperPart =
  | { text: string; bold?: boolean; points?: number; isQuiet?: boolean; end?: boolean; space?: number }
  | { sign: string }

/** A page of plain text. The same input gives the same bytes. */
export type Paper = { title: string; author: string; day: Day; parts: readonly PaperPart[] }

export async function drawPaper({
  title,
  author,
  day,
  parts,
}: Paper): Promise<{ bytes: Uint8Array; pages: number }> {
  const sheet = await Sheet.create({ title, author, day })
  for (const part of parts) {
    if ('sign' in part) {
      sheet.space(40)
      sheet.line()
      sheet.text(part.sign, { points: 7.5, isQuiet: true })
      continue
    }
    const { text, space = 8, ...style } = part
    sheet.text(text, { points: 10.5, ...style })
    sheet.space(space)
  }
  return sheet.save([author, title].filter(Boolean).join(' · '))
}
