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
 * Writes `pages.json`: which files of code and styles each page needs beyond those that every page loads, and which more on
 * a phone (its own parts that lie in a folder `phone`). The server names them in the document, so that they travel beside
 * the others instead of after them.
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
      // The code file of styles that several pages share is empty, and Vite takes it away later.
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

/** Address and module of each page, as they are written: `'/login/': outside(() => import('#web/session/LoginPage.tsx')`. */
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
