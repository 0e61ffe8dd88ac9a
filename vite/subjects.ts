import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { Route } from '../src/shared/route.ts'

const id = 'virtual:subjects'
const source = new URL('../src/app/contracts.ts', import.meta.url)

/**
 * Serves `virtual:subjects`: what each route shows and changes, by its name. The contracts themselves bring validation code along,
 * which never reaches the page.
 */
export function subjectsOfRoutes(): Plugin {
  return {
    name: 'almoner-subjects',
    resolveId: (asked) => (asked === id ? `\0${id}` : undefined),
    async load(asked) {
      if (asked !== `\0${id}`) return undefined
      const { contracts } = (await import(pathToFileURL(source.pathname).href)) as {
        contracts: Record<string, Record<string, Route>>
      }
      const routes = Object.values(contracts).flatMap((contract) => Object.values(contract))
      const declared = (key: 'shows' | 'changes') =>
        Object.fromEntries(
          routes.flatMap(({ method, path, [key]: said }) =>
            said && said.length > 0 ? [[`${method} ${path}`, said]] : [],
          ),
        )
      return (['shows', 'changes'] as const)
        .map((key) => `export const ${key} = ${JSON.stringify(declared(key))}`)
        .join('\n')
    },
  }
}
