import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import type { Plugin } from 'vite'

const library = dirname(createRequire(import.meta.url).resolve('pdfjs-dist/package.json'))
/** Fonts that PDFs name without embedding, character maps of other scripts, and picture decoders. */
const folders = ['standard_fonts', 'cmaps', 'wasm']

/**
 * Copies files that the pdf.js worker requests by name beside the page's code, in a folder named after the library's
 * version.
 */
export function pdfFiles(): Plugin {
  return {
    name: 'almoner-pdf-files',
    apply: 'build',
    generateBundle() {
      const { version } = JSON.parse(readFileSync(join(library, 'package.json'), 'utf8')) as {
        version: string
      }
      for (const folder of folders)
        for (const name of readdirSync(join(library, folder)))
          this.emitFile({
            type: 'asset',
            fileName: `assets/pdfjs-${version}/${folder}/${name}`,
            source: readFileSync(join(library, folder, name)),
          })
    },
  }
}
