import { readFileSync } from 'node:fs'
import type { Plugin } from 'vite'

const name = 'first-paint.js'
const source = new URL(`../src/web/${name}`, import.meta.url)
const textPrefix = '\0virtual:texts/'

/**
 * Puts `first-paint.js` as a small blocking file before everything else, so that the first paint has the right colours
 * and language without an inline script, and tells it where the texts of each language lie.
 */
export function firstPaint(): Plugin {
  return {
    name: 'almoner-first-paint',
    apply: 'build',
    buildStart() {
      this.emitFile({ type: 'asset', name, source: readFileSync(source, 'utf8') })
    },
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle = {} }) {
        const files = Object.values(bundle)
        const script = files.find((file) => file.type === 'asset' && file.names.includes(name))
        if (!script) throw new Error(`${name} is not among the built files`)
        const texts = files.flatMap((file) => {
          const id = file.type === 'chunk' ? file.facadeModuleId : undefined
          if (!id?.startsWith(textPrefix)) return []
          return [` data-${id.slice(textPrefix.length).toLowerCase().replace('_', '-')}="/${file.fileName}"`]
        })
        const tag = `<script src="/${script.fileName}"${texts.sort().join('')}></script>`
        return html.replace('<!-- first paint -->', tag)
      },
    },
  }
}
