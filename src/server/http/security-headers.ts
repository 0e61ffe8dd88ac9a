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

/** The policy; a document lists its inline scripts by hash, and its inline styles by nonce. */
export function contentSecurityPolicy(scripts: readonly string[] = [], nonce?: string): string {
  const hashes = scripts.map((text) => ` 'sha256-${createHash('sha256').update(text).digest('base64')}'`)
  const styles = nonce === undefined ? '' : ` 'nonce-${nonce}'`
  return Object.entries({
    ...policy,
    'script-src': policy['script-src'] + hashes.join(''),
    'style-src': policy['style-src'] + styles,
  })
    .map((directive) => directive.join(' '))
    .join(';')
}

/**
 * Policy of the PDF worker: it may compile decoders for scanned pictures (WebAssembly, no JavaScript from text) and
 * fetch files beside it. A worker has its own policy: the page's stays unchanged.
 */
export const pdfWorkerPolicy =
  "default-src 'none';script-src 'self' 'wasm-unsafe-eval';connect-src 'self';frame-ancestors 'none'"

/** Headers of every answer; behind https with HSTS. */
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
    // The old XSS filters of browsers did more harm than good.
    'x-xss-protection': '0',
  }
}
