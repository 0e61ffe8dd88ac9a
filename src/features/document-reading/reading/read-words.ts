import { firstPages } from './first-pages.ts'

/** The text of a PDF's first pages, one item per line. Use it only in the sandbox (`in-sandbox.ts`). */
export async function readWords(bytes: Uint8Array): Promise<string> {
  const lines: string[] = []
  for await (const page of firstPages(bytes)) {
    const { items } = await page.getTextContent()
    for (const item of items) if ('str' in item && item.str !== '') lines.push(item.str)
  }
  return lines.join('\n')
}
