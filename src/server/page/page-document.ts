import { type HandedOver, handedOverId } from '#shared/lists/first-page.ts'
import { contentSecurityPolicy } from '../http/security-headers.ts'

/**
 * The files of code and styles of each page beyond those that every page loads, and those that it loads on phones alone;
 * written by the build (`vite/page-files.ts`).
 */
export type PageFiles = Record<string, { all: readonly string[]; phone: readonly string[] }>
export type Built = { html: string; files: PageFiles }

/** Where the built document takes in what belongs to one page. */
export const placeOfHandedOver = '<!-- handed over -->'
export const placeOfFiles = '<!-- page files -->'

/** Where lists are cards (`useIsMobile`). */
const phone = '(max-width: 767.98px)'

/** Stands for the page where none was built: tests of the server need no build. */
const unbuilt: Built = {
  html: `<!doctype html><title>Almoner</title>${placeOfHandedOver}${placeOfFiles}`,
  files: {},
}

/** The one document of the product: its policy, and its text for a page and what is handed over with it. */
export function documentOf({ html, files }: Built = unbuilt) {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)].map(([, text]) => text!)
  const linked = (names: readonly string[], end: string, how: string) =>
    names
      .filter((name) => name.endsWith(end))
      .map((name) => `<link ${how} crossorigin href="/${name}">`)
      .join('')
  const onPhones = `media="${phone}"`
  // Made once: every document names them.
  const links = new Map(
    Object.entries(files).map(([path, { all, phone: more }]) => [
      path,
      {
        code:
          linked(all, '.js', 'rel="modulepreload"') +
          linked(more, '.js', `rel="modulepreload" ${onPhones}`) +
          // Not as a style sheet, which others would load as well.
          linked(more, '.css', `rel="preload" as="style" ${onPhones}`),
        styles: linked(all, '.css', 'rel="stylesheet"'),
      },
    ]),
  )
  return {
    policy: contentSecurityPolicy(inline),
    html: (path = '', handed?: HandedOver) =>
      html
        .replace(placeOfHandedOver, () => (handed ? elementOf(handed) : ''))
        .replace(placeOfFiles, () => links.get(path)?.code ?? '')
        // Behind the styles of every page, as when they are loaded later.
        .replace('</head>', (end) => (links.get(path)?.styles ?? '') + end),
  }
}

/** Data, not a script: browsers run nothing of this type. JSON in which no `<` can end the element. */
function elementOf(handed: HandedOver): string {
  const json = JSON.stringify(handed).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="${handedOverId}">${json}</script>`
}
