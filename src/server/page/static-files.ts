import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { readCookie } from '../auth/cookies.ts'
import { findUserBySession } from '../auth/session.ts'
import { HttpError } from '../base/errors.ts'
import { pdfWorkerPolicy } from '../http/security-headers.ts'
import { collectsFirstPage, type DocumentOptions, type FirstPages } from './first-page.ts'
import { type Built, documentOf, type PageFiles } from './page-document.ts'
import type { Implemented } from '../routes/implement.ts'
import type { Route } from '#shared/route.ts'
import type { Services } from '../services.ts'
import { callLimit, withinLimit } from '../db/limits.ts'
import { pagePaths } from '#shared/pages.ts'

const webFolder = fileURLToPath(new URL('../../../dist/web/', import.meta.url))

const pdfWorker = /\/pdf\.worker[^/]*\.mjs(?:\.\w+)?$/

/**
 * Serves the built page: hashed assets for a year, and the one document under every address of the product. Unknown
 * addresses get it with status 404, and the page reports it in the reader's language.
 */
export async function registerPages(
  app: FastifyInstance,
  services: Services,
  implemented: readonly Implemented[],
  firstPages: FirstPages,
  options: DocumentOptions,
): Promise<void> {
  const routes = implemented.map(({ route }) => route)
  const built = await readBuilt()
  if (built) {
    await app.register(fastifyStatic, {
      root: `${webFolder}assets`,
      prefix: '/assets/',
      immutable: true,
      maxAge: '365d',
      preCompressed: true,
      decorateReply: false,
      setHeaders: (reply, path) => {
        if (pdfWorker.test(path)) reply.header('content-security-policy', pdfWorkerPolicy)
      },
    })
  }
  const firstPageOf = collectsFirstPage(services, implemented, firstPages, options)
  const documentFor = documentOf(built)
  const page = async (request: FastifyRequest, reply: FastifyReply, path?: string) => {
    const first = await firstPageOf(request, reply, path ?? '')
    const { policy, html } = documentFor(path, first)
    return (
      reply
        .type('text/html; charset=utf-8')
        .header('content-security-policy', policy)
        // Embedded answers belong to one person and age with the document.
        .header('cache-control', first ? 'no-store' : 'no-cache')
        .send(html)
    )
  }
  app.get('/', async (_, reply) => reply.redirect('/site-admin/'))
  for (const path of pagePaths) {
    app.get(path, (request, reply) => page(request, reply, path))
    app.get(path.slice(0, -1), async (request, reply) => {
      const { pathname, search } = new URL(request.url, services.config.baseUrl)
      return reply.redirect(`${pathname}/${search}`)
    })
  }
  app.setNotFoundHandler(async (request, reply) => {
    if (!request.url.startsWith('/api/')) return page(request, reply.status(404))
    const token = readCookie(request, 'session', services.config)
    const { database, clock } = services
    const find = () => (token ? findUserBySession(database.db, token, clock(), request.log) : undefined)
    const user = await withinLimit(callLimit, async () => find())
    if (!user) throw new HttpError(401, 'not_signed_in')
    const allowed = methodsAt(request.url, routes)
    if (allowed.length === 0) throw new HttpError(404, 'not_found')
    reply.header('allow', allowed.join(', '))
    throw new HttpError(405, 'method_not_allowed')
  })
}

async function readBuilt(): Promise<Built | undefined> {
  if (!existsSync(`${webFolder}index.html`)) return undefined
  const [html, files] = await Promise.all(
    ['index.html', 'pages.json'].map((name) => readFile(webFolder + name, 'utf8')),
  )
  return { html: html!, files: JSON.parse(files!) as PageFiles }
}

/** The methods of an API address; none when it does not exist. */
function methodsAt(url: string, routes: readonly Route[]): string[] {
  const path = url.split('?', 1)[0]!
  const isAt = (route: Route) => new RegExp(`^${route.path.replace(/:\w+/g, '[^/]+')}$`).test(path)
  return [...new Set(routes.filter(isAt).map(({ method }) => method))].sort()
}
