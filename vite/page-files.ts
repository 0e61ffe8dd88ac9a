import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'
import type { PageFiles } from '#server/page/page-document.ts'

const pagesFile = new URL('../src/app/web/pages.ts', import.meta.url)

type Chunk = {
  type: 'chunk'
  fileName: string
  facadeModuleId: string | null
  imports: string[]
  dynamicImports: string[]
  isEntry: boolean
  moduleIds: string[]
  viteMetadata?: { importedCss: Set<string> }
}

/**
 * Writes `pages.json`: the code and style files each page needs beyond the common ones, and further ones on a phone
 * (its own parts in a folder `phone`). The server names them in the document, so that they load in parallel instead of
 * afterwards.
 */
export function pageFiles(): Plugin {
  return {
    name: 'almoner-page-files',
    apply: 'build',
    async generateBundle(_options, bundle) {
      const chunks = new Map(
        Object.values(bundle).flatMap((file) =>
          file.type === 'chunk' ? [[file.fileName, file as Chunk]] : [],
        ),
      )
      const needed = (fileName: string, seen = new Set<string>()) => {
        if (seen.has(fileName)) return seen
        seen.add(fileName)
        const chunk = chunks.get(fileName)
        for (const imported of chunk?.imports ?? []) needed(imported, seen)
        for (const sheet of chunk?.viteMetadata?.importedCss ?? []) seen.add(sheet)
        return seen
      }
      // The code file of styles shared by several pages is empty, and Vite removes it later.
      const isStylesAlone = (name: string) =>
        chunks.get(name)?.moduleIds.every((id) => id.endsWith('.css')) ?? false
      const entry = [...chunks.values()].find(({ isEntry }) => isEntry)!
      const always = needed(entry.fileName)
      const pages: PageFiles = {}
      for (const [path, module] of await pageModules((name) =>
        this.resolve(name, fileURLToPath(pagesFile)),
      )) {
        const chunk = [...chunks.values()].find(({ facadeModuleId }) => facadeModuleId === module)
        if (!chunk) throw new Error(`${path} has no code file of its own (${module})`)
        const all = needed(chunk.fileName)
        const phone = new Set(
          chunk.dynamicImports
            .filter((name) => chunks.get(name)?.facadeModuleId?.includes('/phone/'))
            .flatMap((name) => [...needed(name)]),
        )
        const own = (names: Set<string>) =>
          [...names].filter((name) => !always.has(name) && !isStylesAlone(name))
        pages[path] = { all: own(all), phone: own(phone).filter((name) => !all.has(name)) }
      }
      this.emitFile({ type: 'asset', fileName: 'pages.json', source: JSON.stringify(pages) })
    },
  }
}

/** Address and module of each page in the source: `'/login/': outside(() => import('#web/session/LoginPage.tsx')`. */
async function pageModules(resolve: (name: string) => Promise<{ id: string } | null>) {
  const lines = readFileSync(pagesFile, 'utf8').matchAll(
    /'(\/[^']*\/)':\s*(?:page|firstPage|outside)\(\s*\(\) => import\('([^']+)'\)/g,
  )
  return Promise.all(
    [...lines].map(async ([, path, name]) => {
      const resolved = await resolve(name!)
      if (!resolved) throw new Error(`${name} is no module`)
      return [path!, resolved.id] as const
    }),
  )
}
