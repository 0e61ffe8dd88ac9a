import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync } from 'node:zlib'
import { build } from 'vite'

const source = fileURLToPath(new URL('page-floor', import.meta.url))

/** Builds a bare React page into a folder and serves it with ready-made rows, compressed and cached like ours. */
export async function serveFloor(folder: string, rows: string): Promise<{ base: string; close: () => void }> {
  process.env.NODE_ENV = 'production'
  await build({
    configFile: false,
    root: source,
    logLevel: 'error',
    build: { outDir: folder, emptyOutDir: true, target: 'es2023', modulePreload: { polyfill: false } },
  })
  const html = readFileSync(join(folder, 'index.html'))
  const files = new Map<string, Buffer>()
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path === '/rows.json') {
      response.writeHead(200, { 'content-type': 'application/json', 'cache-control': 'no-store' }).end(rows)
    } else if (path.startsWith('/assets/')) {
      const bytes = files.get(path) ?? brotliCompressSync(readFileSync(join(folder, path)))
      files.set(path, bytes)
      const headers = {
        'content-type': 'text/javascript',
        'content-encoding': 'br',
        'cache-control': 'public, max-age=31536000, immutable',
      }
      response.writeHead(200, headers).end(bytes)
    } else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { base: `http://127.0.0.1:${port}`, close: () => server.close() }
}
