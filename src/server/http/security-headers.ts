import { createHash } from 'node:crypto'

const policy = {
  'default-src': "'self'",
  'script-src': "'self'",
  'style-src': "'self'",
  'img-src': "'self' data: blob:",
  'font-src': "'self'",
  'connect-src': "'self'",
  'frame-src': "'self' blob:",
  'worker-src': "'self' blob:",
  'object-src': "'none'",
  'base-uri': "'none'",
  'form-action': "'self'",
  'frame-ancestors': "'none'",
}

/** The policy; a document names its inline scripts by their hashes. */
export function contentSecurityPolicy(scripts: readonly string[] = []): string {
  const hashes = scripts.map((text) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  return Object.entries({ ...policy, 'script-src': policy['script-src'] + hashes.join('') })
    .map((directive) => directive.join(' '))
    .join(';')
}

/**
 * What the worker that reads PDFs may do: compile the decoders of scanned pictures (WebAssembly, no JavaScript made of
 * text) and fetch what lies beside it. It is a world of its own: the page's policy stays as it is.
 */
export const pdfWorkerPolicy =
  "default-src 'none';script-src 'self' 'wasm-unsafe-eval';connect-src 'self';frame-ancestors 'none'"

/** Headers of every answer, whatever it is; behind https browsers are told to stay with it. */
export function securityHeaders(secure: boolean): Record<string, string> {
  return {
    'content-security-policy': contentSecurityPolicy(),
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'origin-agent-cluster': '?1',
    'referrer-policy': 'same-origin',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000; includeSubDomains' } : {}),
    'x-content-type-options': 'nosniff',
    'x-dns-prefetch-control': 'off',
    'x-download-options': 'noopen',
    'x-frame-options': 'SAMEORIGIN',
    'x-permitted-cross-domain-policies': 'none',
    // The old filters of browsers did more harm than good.
    'x-xss-protection': '0',
  }
}
