import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

/**
 * Puts `first-paint.js` as a small blocking file before everything else, so that the first paint has the right colours
 * and language without an inline script, and tells it where the texts of each language lie.
 */
export function firstPaint(): Plugin {
  let reference = ''
  return {
    name: 'almoner-first-paint',
    apply: 'build',
    buildStart() {
      reference = this.emitFile({
        type: 'asset',
        name: 'first-paint.js',
        source: readFileSync(new URL('../src/web/first-paint.js', import.meta.url), 'utf8'),
      })
    },
    generateBundle(_options, bundle) {
      const page = bundle['index.html']
      if (page?.type !== 'asset') return
      const attributes = Object.values(bundle).flatMap((chunk) => {
        const id = chunk.type === 'chunk' ? chunk.facadeModuleId : undefined
        return id?.startsWith('\0virtual:texts/')
          ? [
              `data-${id.slice('\0virtual:texts/'.length).toLowerCase().replace('_', '-')}="/${chunk.fileName}"`,
            ]
          : []
      })
      const tag = `<script src="/${this.getFileName(reference)}" ${attributes.sort().join(' ')}></script>`
      page.source = String(page.source).replace('<!-- first paint -->', tag)
    },
  }
}
