import type { FastifyRequest } from 'fastify'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Route } from '#shared/route.ts'

/** Below this an answer fits into one packet anyhow. */
const leastBytes = 1_400

const compressors = {
  // On the fly: four fifths of the gain for a tenth of the time that the best takes.
  br: (bytes: Buffer) =>
    promisify(brotliCompress)(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (bytes: Buffer) => promisify(gzip)(bytes, { level: 6 }),
}

/**
 * The compressed answer of a route that says it may be (docs/decisions/0018), asked by our own page; undefined for all
 * others. The length of a compressed answer tells what in it repeats: whoever can make a browser ask, and counts bytes on
 * the wire, learns secrets that stand beside his own text (BREACH). So answers with secrets are never compressed, and
 * calls that another site brought about are answered plainly.
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

/** What of ours the caller takes, `br` before `gzip`; weight 0 is a refusal. */
function acceptedOf(header: string | string[] | undefined): keyof typeof compressors | undefined {
  const accepted = String(header ?? '')
    .toLowerCase()
    .split(',')
    .map((part) => part.trim().split(/\s*;\s*/))
    .filter(([, weight]) => !/^q=0(\.0*)?$/.test(weight ?? ''))
    .map(([name]) => name)
  return (['br', 'gzip'] as const).find((name) => accepted.includes(name))
}
