import type { FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Route } from '#shared/route.ts'

/** Shorter answers fit into one packet anyway. */
const leastBytes = 1_400

const compressors = {
  // Fast level: four fifths of the gain for a tenth of the best level's time.
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 6 }),
}

/**
 * The compressed answer of a route that allows compression (docs/decisions/0018), requested by our own page; undefined
 * otherwise. The length of a compressed answer reveals repetitions: an attacker who makes a browser send requests and
 * counts bytes on the wire learns secrets next to injected text (BREACH). So answers with secrets are never
 * compressed, and neither are answers to cross-site calls.
 */
export async function compressedFor(
  request: FastifyRequest,
  route: Route,
  text: string,
): Promise<{ encoding: string; bytes: Buffer } | undefined> {
  if (!route.compressed || request.headers['sec-fetch-site'] !== 'same-origin') return undefined
  const encoding = acceptedOf(request.headers['accept-encoding'])
  const bytes = Buffer.from(text)
  if (!encoding || bytes.length < leastBytes) return undefined
  return { encoding, bytes: await compressors[encoding](bytes) }
}

function acceptedOf(header: string | string[] | undefined): keyof typeof compressors | undefined {
  const accepted = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*/))
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((name) => accepted.includes(name))
}
