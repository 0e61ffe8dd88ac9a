import { fileURLToPath } from 'node:url'
import { build, type Plugin } from 'vite'
import { texts } from '../src/app/texts.ts'
import { locales, pick } from '../src/shared/messages.ts'

const source = fileURLToPath(new URL('../src/web/first/paint.ts', import.meta.url))
const textPrefix = '\0virtual:texts/'

/**
 * Inlines `first/paint.ts` into the document, before everything else, and tells it the text files of each language. The
 * server lists its hash in the content security policy.
 */
export function firstPaint(): Plugin {
  return {
    name: 'almoner-first-paint',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      async handler(html, { bundle = {} }) {
        const texts = Object.values(bundle).flatMap((file) => {
          const id = file.type === 'chunk' ? file.facadeModuleId : undefined
          if (!id?.startsWith(textPrefix) || id.includes('/', textPrefix.length)) return []
          return [` data-${id.slice(textPrefix.length).toLowerCase().replace('_', '-')}="/${file.fileName}"`]
        })
        const tag = `<script${texts.sort().join('')}>${await inlineScript()}</script>`
        return html.replace('<!-- first paint -->', () => tag)
      },
    },
  }
}

/** What the script itself says, in each language: [message, button]. */
const notLoaded = Object.fromEntries(
  locales.map((locale) => [
    locale,
    (['shell.connection_lost', 'shell.reload'] as const).map((key) => pick(texts[key], locale)),
  ]),
)

async function inlineScript(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { NOT_LOADED: JSON.stringify(notLoaded) },
    build: {
      write: false,
      target: 'es2023',
      lib: { entry: source, formats: ['iife'], name: 'almoner', fileName: 'first-paint' },
      minify: true,
    },
  })
  const [output] = [built].flat()
  if (!output || !('output' in output)) throw new Error('nothing was built')
  const [{ code }] = output.output
  if (/<\/script|<!--/.test(code)) throw new Error('the script would end its own element')
  return code.trim()
}
