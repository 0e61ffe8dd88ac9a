import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { sourceFiles, sourceOf } from '../scripts/imports.ts'

const src = join(import.meta.dirname, '../src')
const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.css') && !file.startsWith('server/'),
)
const pages = sourceFiles.filter((file) => /\.tsx?$/.test(file) && !/\.test\./.test(file))

/** The source file of an import; undefined for a package and for generated files. */
function fileOf(from: string, name: string): string | undefined {
  const file = name.startsWith('#')
    ? name.slice(1)
    : name.startsWith('.')
      ? join(dirname(from), name)
      : undefined
  return file !== undefined && existsSync(join(src, file)) ? file : undefined
}

const named = (file: string, pattern: RegExp) =>
  [...sourceOf(file).matchAll(pattern)].flatMap(([, one, other]) => fileOf(file, (one ?? other)!) ?? [])
/** Files loaded together with a file, styles included. */
const withIt = new Map(
  pages.map((file) => [
    file,
    named(file, /(?:^|\n)\s*(?:import|export)(?!\s+type)[^'"]*?from\s+'([^']+)'|(?:^|\n)import\s+'([^']+)'/g),
  ]),
)
/** Files that a file loads on demand. */
const later = new Map(pages.map((file) => [file, named(file, /import\(\s*'([^']+)'\s*\)/g)]))

function reachedFrom(file: string): Set<string> {
  const seen = new Set([file])
  for (const one of seen) for (const other of withIt.get(one) ?? []) seen.add(other)
  return seen
}

/** Style sheets with a rule for the class alone, by class. */
const sheetsOf = new Map<string, Set<string>>()
for (const sheet of sheets) {
  const text = readFileSync(join(src, sheet), 'utf8').replace(/\/\*[^]*?\*\//g, '')
  for (const [, name] of text.matchAll(/(?:^|[,{}\n])\s*\.([a-z][\w-]*)\s*(?=[,{])/g))
    sheetsOf.set(name!, (sheetsOf.get(name!) ?? new Set()).add(sheet))
}

/** Classes of a file's elements, as far as they are literal. */
function classesOf(file: string): string[] {
  const given = sourceOf(file).matchAll(/className=(?:"([^"]*)"|\{([^}]*(?:\{[^}]*\}[^}]*)*)\})/g)
  return [...given].flatMap(([, text, code = '']) =>
    (
      text ??
      [...code.matchAll(/['"`]([^'"`]*)['"`]/g)]
        .map(([, part]) => part!.replace(/\$\{[^}]*\}/g, ' '))
        .join(' ')
    )
      .split(/\s+/)
      .filter((name) => /^[a-z][\w-]*$/.test(name)),
  )
}

const first = reachedFrom('app/web/main.tsx')
const roots = [...new Set([...later.values()].flat())].filter((file) => withIt.has(file))
const reached = new Map(roots.map((root) => [root, reachedFrom(root)]))
/** Files loaded once a root is shown: its own, the document's, and those shared by all its importers. */
const there = new Map(roots.map((root) => [root, new Set([...first, ...reached.get(root)!])]))
for (let grown = true; grown;) {
  grown = false
  for (const root of roots) {
    const parents = roots.filter(
      (other) => other !== root && [...reached.get(other)!].some((file) => later.get(file)?.includes(root)),
    )
    const byFirst = [...first].some((file) => later.get(file)?.includes(root))
    if (parents.length === 0 || byFirst) continue
    const [one, ...others] = parents.map((parent) => there.get(parent)!)
    const own = there.get(root)!
    for (const file of one!)
      if (!own.has(file) && others.every((other) => other.has(file))) {
        own.add(file)
        grown = true
      }
  }
}

test('the search for styles finds some', () => {
  expect(sheets.length).toBeGreaterThan(30)
  expect(sheetsOf.size).toBeGreaterThan(300)
  expect(roots.length).toBeGreaterThan(40)
})

test('the styles of an element ship with its page', () => {
  const missing = roots.flatMap((root) =>
    [...reached.get(root)!]
      .filter((file) => file.endsWith('.tsx') && !first.has(file))
      .flatMap((file) =>
        classesOf(file).flatMap((name) => {
          const owners = sheetsOf.get(name)
          return owners && ![...owners].some((sheet) => there.get(root)!.has(sheet))
            ? [`${root}: .${name} of ${file} is styled in ${[...owners].join(', ')}`]
            : []
        }),
      ),
  )
  expect([...new Set(missing)]).toEqual([])
})

test('icons.ts contains only icons that a first page shows; others are in lazy-icons.ts', () => {
  const pages = ['projects/web/ProjectsPage', 'organizations/web/OrganizationsPage', 'tasks/web/TasksPage']
  const starts = [...pages, 'dashboard/web/DashboardPage'].map((page) => `features/${page}.tsx`)
  const files = [
    ...first,
    ...[...starts, 'web/shell/SignedOutPage.tsx'].flatMap((file) => [...reachedFrom(file)]),
  ]
  const shown = new Set(
    files
      .filter((file) => /\.tsx?$/.test(file) && !file.endsWith('icons.ts'))
      .flatMap((file) => [...sourceOf(file).matchAll(/\bIcon[A-Z]\w*/g)].map(([name]) => name)),
  )
  const icons = [...sourceOf('web/ui/icons.ts').matchAll(/\bIcon[A-Z]\w*/g)].map(([name]) => name)
  expect(icons.length).toBeGreaterThan(50)
  expect(icons.filter((icon) => !shown.has(icon))).toEqual([])
})
