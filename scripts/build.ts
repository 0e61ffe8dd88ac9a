/**
 * Builds the page into dist/web with compressed copies of every text asset, and what the server renders of it into
 * dist/prerender.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'vite'

const root = fileURLToPath(new URL('..', import.meta.url))
process.chdir(root)
await build({ logLevel: 'warn', mode: 'production' })
await build({ logLevel: 'warn', mode: 'production', build: { ssr: 'prerender.tsx' } })

const assets = join(root, 'dist', 'web', 'assets')
for (const name of readdirSync(assets)) {
  if (!/\.(m?js|css|svg)$/.test(name)) continue
  const bytes = readFileSync(join(assets, name))
  writeFileSync(join(assets, `${name}.br`), brotliCompressSync(bytes))
  writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }))
}
