import fastifyCookie from '@fastify/cookie'
import fastifyMultipart from '@fastify/multipart'
import fastify, { LogController, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify'
import { randomUUID } from 'node:crypto'
import { registerRoute } from './http/register.ts'
import { answerBrokenRequest, answerError } from './http/answer-error.ts'
import { registerHealth } from './observability/health.ts'
import { logLines } from './observability/log-lines.ts'
import { registerDocumentStyles } from './formats/html-page.ts'
import { observeRequests } from './observability/metrics.ts'
import { registerOpenApi } from './api-description/openapi.ts'
import type { DocumentOptions } from './page/first-page.ts'
import { registerPages } from './page/static-files.ts'
import { securityHeaders } from './http/security-headers.ts'
import { setTexts } from './base/texts.ts'
import type { Product } from '#server/product.ts'
import type { Services } from '#server/services.ts'
import { cutOffSlowBodies } from './http/slow-bodies.ts'

const linesOfProcess = logLines()
process.on('exit', linesOfProcess.flush)

/** Time limit for receiving a body; an upload may take longer while data keeps arriving. */
const bodyWithinMs = 60_000

/** Builds the server: plugins, security headers, the routes of the given features, pages. It closes the `prerenderer`. */
export async function createApp(
  services: Services,
  product: Product,
  documents: DocumentOptions = {},
): Promise<FastifyInstance> {
  setTexts(product.texts)
  const always = securityHeaders(services.config.baseUrl.startsWith('https:'))
  const app = fastify({
    logger: {
      level: services.config.logLevel,
      stream: linesOfProcess,
      redact: ['req.headers', 'headers', 'password', '*.password', 'body'],
      serializers: { req: describeRequest, err: describeError },
    },
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    bodyLimit: 1_048_576,
    // Long enough for 200 MB over a slow line.
    requestTimeout: 600_000,
    routerOptions: { maxParamLength: 500, ignoreTrailingSlash: false },
    forceCloseConnections: 'idle',
    // Only a proxy on this machine may state the client's address (X-Forwarded-For).
    trustProxy: 'loopback',
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply.headers(always)),
    clientErrorHandler: answerBrokenRequest,
  })
  await app.register(fastifyCookie)
  await app.register(fastifyMultipart, {
    limits: { files: 2, fields: 50, fieldSize: 100_000, headerPairs: 100 },
  })
  app.addHook('onRequest', (request, reply, done) => {
    reply.headers(always).header('x-request-id', request.id)
    // Applies to refusals too: caches must not serve one person's answer to another.
    if (request.url.startsWith('/api/')) reply.header('cache-control', 'no-store')
    done()
  })
  cutOffSlowBodies(app, bodyWithinMs)
  endConnectionsOnClose(app)
  observeRequests(app)
  // Writes the searches that are still buffered.
  app.addHook('onClose', () => services.searches.written())
  app.setErrorHandler((error, request, reply) => answerError(error, request, reply))
  app.addHook('onResponse', logResponse)
  registerHealth(app, services)
  registerDocumentStyles(app)
  const implemented = product.features.flatMap((feature) => feature.routes)
  for (const one of implemented) registerRoute(app, services, one)
  const routes = implemented.map(({ route }) => route)
  registerOpenApi(app, routes)
  await registerPages(app, services, implemented, product.firstPages, documents)
  app.addHook('onClose', () => documents.prerenderer?.close())
  return app
}

// Without this, a browser's keep-alive connection delays the shutdown until its idle timeout.
function endConnectionsOnClose(app: FastifyInstance): void {
  const ending = { begun: false }
  app.addHook('preClose', async () => void (ending.begun = true))
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (ending.begun) reply.header('connection', 'close')
    done()
  })
}

// The route's pattern is logged, never the address itself: searches and tokens are personal data.
function logResponse(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
  const entry = { req: request, status: reply.statusCode, ms: Math.round(reply.elapsedTime) }
  if (reply.statusCode >= 500) request.log.error(entry, 'answered')
  else request.log.info(entry, 'answered')
  done()
}

function describeRequest(request: FastifyRequest) {
  const { id, method, routeOptions, accountId = null } = request
  return { id, method, route: routeOptions?.url, account: accountId }
}

function describeError(error: Error & { code?: string }) {
  return { type: error.name, message: error.message, code: error.code ?? '', stack: error.stack ?? '' }
}
