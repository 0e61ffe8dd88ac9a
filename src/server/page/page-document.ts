import { randomBytes } from 'node:crypto'
import { type InitialData, initialDataId } from '#shared/lists/first-page.ts'
import { contentSecurityPolicy } from '../http/security-headers.ts'
import type { FirstPage } from './first-page.ts'

/**
 * Code and style files of each page beyond the common ones, and those loaded on phones only; written by the build
 * (`vite/page-files.ts`).
 */
export type PageFiles = Record<string, { all: readonly string[]; phone: readonly string[] }>
export type Built = { html: string; files: PageFiles }

/** Placeholder in the built document for one page's data. */
export const initialDataPlace = '<!-- initial data -->'
export const placeOfFiles = '<!-- page files -->'

const root = '<div id="root"></div>'

/** The width below which lists become cards (`useIsMobile`). */
const phone = '(max-width: 767.98px)'

/** Replaces the built page: tests of the server need no build. */
const unbuilt: Built = {
  html: `<!doctype html><head><title>Almoner</title>${initialDataPlace}${placeOfFiles}</head>${root}`,
  files: {},
}

/** The product's only document: its policy, and its text for a page with the embedded answers. */
export function documentOf({ html, files }: Built = unbuilt) {
  const inline = [...html.matchAll(/<script(?![^>]*\ssrc=)[^>]*>([^]*?)<\/script>/g)].map(([, text]) => text!)
  const linked = (names: readonly string[], end: string, how: string) =>
    names
      .filter((name) => name.endsWith(end))
      .map((name) => `<link ${how} crossorigin href="/${name}">`)
      .join('')
  const onPhones = `media="${phone}"`
  // Computed once, because every document names them.
  const links = new Map(
    Object.entries(files).map(([path, { all, phone: more }]) => [
      path,
      {
        code:
          linked(all, '.js', 'rel="modulepreload"') +
          linked(more, '.js', `rel="modulepreload" ${onPhones}`) +
          // Preloaded rather than linked: other pages would load a style sheet as well.
          linked(more, '.css', `rel="preload" as="style" ${onPhones}`),
        styles: linked(all, '.css', 'rel="stylesheet"'),
      },
    ]),
  )
  const policy = contentSecurityPolicy(inline)
  return (path = '', first?: FirstPage) => {
    const document = html
      .replace(initialDataPlace, () => (first ? elementOf(first.initial) : ''))
      .replace(placeOfFiles, () => links.get(path)?.code ?? '')
      // After the common styles, in the same order as when loaded later.
      .replace('</head>', (end) => (links.get(path)?.styles ?? '') + end)
    if (first?.html === undefined) return { policy, html: document }
    const nonce = randomBytes(16).toString('base64')
    return { policy: contentSecurityPolicy(inline, nonce), html: withPage(document, first.html, nonce) }
  }
}

/**
 * The page as rendered by the server: inert until React takes it over. The policy forbids style attributes, so they
 * become attributes of another name, and rules of one style element. The inline script hides a page that this window
 * would not show (`src/web/first/paint.ts`).
 */
function withPage(document: string, page: string, nonce: string): string {
  const rules = new Map([['', '[data-rendered=hidden] #root{visibility:hidden}']])
  const marked = page.replace(/ style="([\w\s:;.%-]*)"/g, (_, style: string) => {
    rules.set(style, `[data-style="${style}"]{${style.replaceAll(/(?=;|$)/g, '!important')}}`)
    return ` data-style="${style}"`
  })
  return document
    .replace('</head>', (end) => `<style nonce="${nonce}">${[...rules.values()].join('')}</style>${end}`)
    .replace(root, () => `<div id="root" inert>${marked}</div>`)
}

/** Data, not a script: browsers run nothing of this type. In this JSON no `<` can close the element. */
function elementOf(initial: InitialData): string {
  const json = JSON.stringify(initial).replaceAll('<', String.raw`\u003c`)
  return `<script type="application/json" id="${initialDataId}">${json}</script>`
}
