import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

/**
 * In which files the page's code lies, so that a first page is a handful of requests: `vendor` (what is not ours and
 * changes seldom) and `base` (the shell, and what first pages share) are what every page loads, `lists` what the first
 * lists share with others, `tables` what only the other lists share, `forms` what the pages before signing in share with
 * others, `parts` what the other pages and dialogs share. Code of one page or dialog alone stays a file of its own, and so
 * do its styles. Styles of several are two files, in an order that never changes: those of the first pages come with
 * `base`, those that later pages alone share are `sheets`.
 */
export const codeSplitting: Rolldown.OutputOptions['codeSplitting'] = {
  // A group takes along what its modules need and no group before it has taken.
  groups: (['vendor', 'base', 'sheets', 'lists', 'tables', 'forms', 'parts'] as const).map((name, at) => ({
    name: (id, graph) => (nameOf(id, graph) === name ? name : null),
    debugName: name,
    priority: 10 - at,
  })),
}

type Graph = { getModuleInfo: (id: string) => Rolldown.ModuleInfo | null }

const source = (path: string) => fileURLToPath(new URL(`../src/${path}`, import.meta.url))
const listTable = source('web/table/list/ListTable.tsx')
const firstLists = [
  'projects/web/ProjectsPage',
  'organizations/web/OrganizationsPage',
  'tasks/web/TasksPage',
].map((page) => source(`features/${page}.tsx`))
const outsidePage = source('web/shell/OutsidePage.tsx')
const startPage = source('features/dashboard/web/DashboardPage.tsx')

function nameOf(id: string, graph: Graph) {
  if (id.includes('rolldown/runtime')) return 'vendor'
  if (id.endsWith('.css')) return groupOfStyles(id, graph)
  if (!/\.m?[jt]sx?$/.test(id)) return undefined
  const starts = startsOf(id, graph)
  if ([...starts].some((start) => graph.getModuleInfo(start)?.isEntry))
    return id.includes('node_modules') ? 'vendor' : 'base'
  if (starts.size < 2) return undefined
  const isNeededBy = (module: string) => [...startsOf(module, graph)].some((start) => starts.has(start))
  const byList = isNeededBy(listTable)
  const outside = isNeededBy(outsidePage)
  // The start page is small: what it shares comes with the shell, so that it needs no list and no form for it.
  if ((byList && outside) || starts.has(startPage)) return 'base'
  if (byList) return firstLists.some((page) => starts.has(page)) ? 'lists' : 'tables'
  return outside ? 'forms' : 'parts'
}

/**
 * Styles of one later page or dialog travel with it. What code in `tables` needs is in the first pages' file: a list would else
 * load one file more for it.
 */
function groupOfStyles(id: string, graph: Graph): 'base' | 'sheets' | undefined {
  const starts = startsOf(id, graph)
  if (starts.size === 1 && !firstLists.some((page) => starts.has(page))) return undefined
  const isFirst = (start: string) =>
    firstLists.includes(start) || start === startPage || graph.getModuleInfo(start)?.isEntry
  const importers = graph.getModuleInfo(id)?.importers ?? []
  const isShared = importers.some((importer) => nameOf(importer, graph) === 'tables')
  return isShared || [...starts].some(isFirst) ? 'base' : 'sheets'
}

const iconFiles = ['icons', 'lazy-icons', 'page-icons'].map((name) => source(`web/ui/${name}.ts`))

/**
 * Who imports a module. An icon's importer is the index of its package, which every page imports: the file of ours that
 * names the icon counts instead, or each icon of a rare dialog would come with every page.
 */
function importersOf(id: string, module: Rolldown.ModuleInfo, graph: Graph): readonly string[] {
  const icon = /@tabler\/icons-react\/.*\/icons\/(Icon\w+)\.mjs$/.exec(id)?.[1]
  if (!icon) return module.importers
  const named = new RegExp(`\\b${icon}\\b`)
  return iconFiles.filter((file) => named.test(graph.getModuleInfo(file)?.code ?? ''))
}

/** What needs a module at once: the entry, and pages and dialogs loaded on demand. */
function startsOf(id: string, graph: Graph, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return new Set()
  seen.add(id)
  const module = graph.getModuleInfo(id)
  if (!module) return new Set()
  const above = importersOf(id, module, graph).flatMap((importer) => [...startsOf(importer, graph, seen)])
  return new Set(module.isEntry || module.dynamicImporters.length > 0 ? [id, ...above] : above)
}
