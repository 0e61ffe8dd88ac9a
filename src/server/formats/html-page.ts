import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import { intlTag, type Locale } from '#shared/messages.ts'
import { html, type SafeHtml } from './html.ts'

const styles = readFileSync(new URL('./html-page.css', import.meta.url), 'utf8')
const fonts = {
  '/document.woff2': readFileSync(new URL('../../web/fonts/inter-latin.woff2', import.meta.url)),
  '/document-ext.woff2': readFileSync(new URL('../../web/fonts/inter-latin-ext.woff2', import.meta.url)),
}

/** A page rendered by the server only: no scripts, one style sheet of ours, hidden from search engines. */
export function documentPage({
  title,
  locale,
  card,
  wide = false,
}: {
  title: string
  locale: Locale
  card: SafeHtml
  wide?: boolean
}): string {
  const page = html`<html lang="${intlTag[locale].slice(0, 2)}">
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <meta name="robots" content="noindex, nofollow" />
      <title>${title} · Almoner</title>
      <link rel="stylesheet" href="/document.css" />
    </head>
    <body>
      <main class="${wide ? 'wide' : 'card'}">
        <p class="brand">
          <svg width="26" height="26" viewBox="0 0 26 26" aria-hidden="true">
            <rect width="26" height="26" rx="7" class="brand-box" />
            <path d="M7.5 18.5 13 7.5l5.5 11M10.4 18.2 13 15.6l2.6 2.6" class="brand-line" />
          </svg>
          <span>Almoner</span>
        </p>
        ${card}
      </main>
    </body>
  </html>`
  return `<!doctype html>\n${page.text}`
}

/** Serves the style sheet of these pages and its fonts. */
export function registerDocumentStyles(app: FastifyInstance): void {
  app.get('/document.css', async (_, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(styles),
  )
  for (const [path, font] of Object.entries(fonts))
    app.get(path, async (_, reply) =>
      reply.type('font/woff2').header('cache-control', 'public, max-age=86400').send(font),
    )
}
