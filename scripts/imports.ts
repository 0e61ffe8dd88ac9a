/** npm run imports: draws the import graph by folder into docs/module-graph.md; a test compares it with the code. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const src = join(root, 'src')

export type Import = { file: string; target: string; typeOnly: boolean }
/** Folder → the folders it imports. */
export type Graph = Map<string, Set<string>>

/** Every source file below src/, without tests. */
export const sourceFiles: readonly string[] = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => /\.tsx?$/.test(name) && !/\.(test|data-test)\.tsx?$/.test(name))
  .sort()

export function sourceOf(file: string): string {
  return readFileSync(join(src, file), 'utf8')
}

/**
 * The project files that a source text imports, as paths like that of `file`; `src` replaces `#` in them, and the
 * folder beside it `#test/`.
 */
export function importedBy(
  file: string,
  source: string,
  src: string,
): { target: string; typeOnly: boolean }[] {
  const found = source.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"]*?from\s+)?'([^']+)'|import\('([^']+)'\)/g,
  )
  return [...found].flatMap(([, type, named, lazy]) => {
    const path = named ?? lazy!
    const target = path.startsWith('#')
      ? join(src, path.startsWith('#test/') ? '..' : '', path.slice(1)).replaceAll('\\', '/')
      : path.startsWith('.')
        ? normalize(join(dirname(file), path)).replaceAll('\\', '/')
        : undefined
    return target && /\.tsx?$/.test(target) ? [{ target, typeOnly: Boolean(type) }] : []
  })
}

/** Imports of a file from below src/. */
export const importsOf = (file: string): Import[] =>
  importedBy(file, sourceOf(file), '').map((found) => ({ file, ...found }))

export function featureOf(file: string): string | undefined {
  return /^features\/([^/]+)\//.exec(file)?.[1]
}

/** Readers of untrusted files need Node, except these, which only interpret rows. */
const pureReading = /^features\/bank-statements\/reading\/(statement|csv-columns)\.ts$/

/** Where a file runs: on the server, in the page, or both. Readers of untrusted files run in a sandboxed process. */
export function sideOf(file: string): 'shared' | 'server' | 'web' {
  const parts = file.split('/').slice(0, -1)
  const place = parts[0] === 'app' ? parts[1] : parts[0] === 'features' ? parts[2] : parts[0]
  if (place === 'server' || place === 'render' || (place === 'reading' && !pureReading.test(file)))
    return 'server'
  return place === 'web' ? 'web' : 'shared'
}

/** The room of a file: a folder of the platform, a root file of the server, `app`, or the part of a feature. */
export function roomOf(file: string): string {
  const [top = '', first] = file.split('/')
  if (top === 'app') return 'app'
  if (top === 'features') {
    const side = sideOf(file)
    return side === 'shared' ? 'features/*' : `features/*/${side}`
  }
  // Files that assemble the floors of the server belong to several of them.
  return file.split('/').length > 2 ? `${top}/${first}` : top === 'server' ? file : top
}

/** The graph of all imports between groups of files; files without a group are omitted. */
export function graphBy(groupOf: (file: string) => string | undefined, imports: readonly Import[]): Graph {
  const graph: Graph = new Map()
  for (const { file, target } of imports) {
    const [from, to] = [groupOf(file), groupOf(target)]
    if (!from || !to || from === to) continue
    if (!graph.has(from)) graph.set(from, new Set())
    graph.get(from)!.add(to)
  }
  return graph
}

export function circlesOf(graph: Graph): string[] {
  const circles = new Set<string>()
  const done = new Set<string>()
  const walk = (node: string, path: string[]) => {
    if (path.includes(node)) return void circles.add([...path.slice(path.indexOf(node)), node].join(' → '))
    if (done.has(node)) return
    for (const next of graph.get(node) ?? []) walk(next, [...path, node])
    done.add(node)
  }
  for (const node of graph.keys()) walk(node, [])
  return [...circles]
}

/** The transitive reduction: a → c is dropped when a → b → c exists. Requires an acyclic graph. */
export function reduced(graph: Graph): Graph {
  const reaches = (from: string, to: string): boolean =>
    [...(graph.get(from) ?? [])].some((next) => next === to || reaches(next, to))
  return new Map(
    [...graph].map(([from, targets]) => [
      from,
      new Set([...targets].filter((to) => ![...targets].some((other) => other !== to && reaches(other, to)))),
    ]),
  )
}

function mermaid(graph: Graph): string {
  const names = [...new Set([...graph].flatMap(([from, targets]) => [from, ...targets]))].sort()
  const id = (name: string) => name.replaceAll('*/', '').replace(/\W/g, '_')
  const nodes = names.filter((name) => id(name) !== name).map((name) => `  ${id(name)}["${name}"]`)
  const arrows = [...graph].flatMap(([from, targets]) =>
    [...targets].map((to) => `  ${id(from)} --> ${id(to)}`),
  )
  return ['```mermaid', 'flowchart TD', ...nodes, ...arrows.sort(), '```'].join('\n')
}

/** The two diagrams: rooms, and features among themselves. */
export function picture(): string {
  const imports = sourceFiles.flatMap(importsOf)
  return [
    'An arrow means "imports"; one that follows from others is left out.',
    mermaid(reduced(graphBy(roomOf, imports))),
    'Features among themselves; those that neither import nor are imported are left out.',
    mermaid(reduced(graphBy(featureOf, imports))),
  ].join('\n\n')
}

const place = /(<!-- imports: begin -->\n)[\s\S]*?(\n<!-- imports: end -->)/

export function withPicture(document: string): string {
  if (!place.test(document)) throw new Error('the markers of the picture are missing')
  return document.replace(place, (_, begin: string, end: string) => `${begin}\n${picture()}\n${end}`)
}

if (import.meta.main) {
  const file = join(root, 'docs', 'module-graph.md')
  writeFileSync(file, withPicture(readFileSync(file, 'utf8')))
}
