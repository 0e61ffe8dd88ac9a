import { fileURLToPath } from 'node:url'
import type { Rolldown } from 'vite'

/**
 * The page's code files, grouped so that a first page needs a handful of requests. Every page loads `vendor`
 * (third-party code, which changes seldom) and `base` (the shell and code shared by first pages). `lists` holds code
 * that the first lists share with others, `tables` code that only other lists share, `forms` code that the pages before
 * sign-in share with others, `parts` code that other pages and dialogs share. Code and styles of a single page or
 * dialog stay in their own file. Shared styles are two files in a fixed order: those of first pages come with `base`,
 * those of later pages only are `sheets`.
 */
export const codeSplitting: Rolldown.OutputOptions['codeSplitting'] = {
  // A group includes the dependencies of its modules unless an earlier group has them.
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
const outsidePage = source('web/shell/SignedOutPage.tsx')
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
  // The start page is small: its shared modules come with the shell, so that it needs no list and no form.
  if ((byList && outside) || starts.has(startPage)) return 'base'
  if (byList) return firstLists.some((page) => starts.has(page)) ? 'lists' : 'tables'
  return outside ? 'forms' : 'parts'
}

/**
 * Styles of one later page or dialog stay with it. Styles for code in `tables` are in the first pages' file, otherwise
 * a list would load one more file for them.
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
 * The importers of a module. An icon's importer is its package index, which every page imports: our file that names the
 * icon counts instead, or each icon of a rare dialog would load with every page.
 */
function importersOf(id: string, module: Rolldown.ModuleInfo, graph: Graph): readonly string[] {
  const icon = /@tabler\/icons-react\/.*\/icons\/(Icon\w+)\.mjs$/.exec(id)?.[1]
  if (!icon) return module.importers
  const named = new RegExp(`\\b${icon}\\b`)
  return iconFiles.filter((file) => named.test(graph.getModuleInfo(file)?.code ?? ''))
}

/** Entry points that need a module at once: the entry, and pages and dialogs loaded on demand. */
function startsOf(id: string, graph: Graph, seen = new Set<string>()): Set<string> {
  if (seen.has(id)) return new Set()
  seen.add(id)
  const module = graph.getModuleInfo(id)
  if (!module) return new Set()
  const above = importersOf(id, module, graph).flatMap((importer) => [...startsOf(importer, graph, seen)])
  return new Set(module.isEntry || module.dynamicImporters.length > 0 ? [id, ...above] : above)
}
