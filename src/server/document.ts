import type { FastifyInstance } from 'fastify'
import { readFileSync } from 'node:fs'
import { intlTag, type Locale } from '#shared/messages.ts'
import { html, type SafeHtml } from '#server/html.ts'

const styles = readFileSync(new URL('./document.css', import.meta.url), 'utf8')

/** A page made on the server alone: no scripts, one style sheet of ours, kept out of search engines. */
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
      <main class="${wide ? 'wide' : 'card'}">${card}</main>
    </body>
  </html>`
  return `<!doctype html>\n${page.text}`
}

/** Serves the style sheet of these pages. */
export function registerDocumentStyles(app: FastifyInstance): void {
  app.get('/document.css', async (_, reply) =>
    reply.type('text/css; charset=utf-8').header('cache-control', 'public, max-age=3600').send(styles),
  )
}
