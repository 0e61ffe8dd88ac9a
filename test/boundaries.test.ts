import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  circlesOf,
  featureOf,
  graphBy,
  importsOf,
  roomOf,
  sideOf,
  sourceFiles,
  sourceOf,
  withPicture,
} from '../scripts/imports.ts'

const edges = sourceFiles.flatMap(importsOf)
const arrow = ({ file, target }: { file: string; target: string }) => `${file} → ${target}`

test('the search for sources finds files', () => {
  expect(sourceFiles.length).toBeGreaterThan(500)
  expect(edges.length).toBeGreaterThan(2000)
  expect(edges.filter(({ typeOnly }) => typeOnly).length).toBeGreaterThan(300)
  expect(edges.filter(({ file }) => sideOf(file) === 'web').length).toBeGreaterThan(800)
})

test('shared code imports neither server nor web, and these do not import each other', () => {
  const allowed = {
    shared: ['shared'],
    server: ['shared', 'server'],
    web: ['shared', 'web'],
  } as Record<string, string[]>
  const wrong = edges.filter(({ file, target }) => !allowed[sideOf(file)]!.includes(sideOf(target)))
  expect(wrong.map(arrow)).toEqual([])
})

test('the platform imports no feature, and no lower layer imports the assembly', () => {
  const wrong = edges.filter(
    ({ file, target }) =>
      !file.startsWith('app/') &&
      (target.startsWith('app/') || (target.startsWith('features/') && !featureOf(file))),
  )
  expect(wrong.map(arrow)).toEqual([])
})

/** The layers of src/server: a layer imports only those before it. `services.ts` is what the process holds open. */
const layers = [
  'base',
  'db',
  'auth',
  'audit',
  'files',
  'mail',
  'lists',
  'records',
  'search',
  'formats',
  'sandbox',
  'reading',
  'services.ts',
  'routes',
  'work',
  'approvals',
  'http',
  'page',
  'api-description',
  'observability',
  'product.ts',
  'app.ts',
]
const layerOf = (file: string) => (file.startsWith('server/') ? file.split('/')[1] : undefined)

test('every file of the server belongs to a layer', () => {
  const found = sourceFiles.filter((file) => layerOf(file))
  expect(found.length).toBeGreaterThan(100)
  expect(found.filter((file) => !layers.includes(layerOf(file)!))).toEqual([])
})

test('a layer of the server imports only layers below it', () => {
  const wrong = edges.filter(({ file, target }) => {
    const [from, to] = [layerOf(file), layerOf(target)]
    return from && to && layers.indexOf(to) > layers.indexOf(from)
  })
  expect(wrong.map(arrow)).toEqual([])
})

test('bulk runs do not import projects', () => {
  const wrong = edges.filter(
    ({ file, target }) => featureOf(file) === 'bulk-runs' && featureOf(target) === 'projects',
  )
  expect(wrong.map(arrow)).toEqual([])
})

test('bank statements do not import from imports', () => {
  const wrong = edges.filter(
    ({ file, target }) => featureOf(target) === 'imports' && featureOf(file) === 'bank-statements',
  )
  expect(wrong.map(arrow)).toEqual([])
})

test('the page’s code imports no validation library, not even indirectly', () => {
  const reachable = new Set<string>()
  const visit = (file: string) => {
    if (reachable.has(file)) return
    reachable.add(file)
    for (const edge of edges) if (edge.file === file && !edge.typeOnly) visit(edge.target)
  }
  for (const file of sourceFiles) if (sideOf(file) === 'web') visit(file)
  const withZod = [...reachable].filter((file) => /from 'zod'/.test(sourceOf(file)))
  expect(withZod).toEqual([])
})

test('no feature is part of an import cycle, including types and pages', () => {
  expect(circlesOf(graphBy(featureOf, edges))).toEqual([])
})

test('no file is part of an import cycle, including types', () => {
  expect(circlesOf(graphBy((file) => file, edges))).toEqual([])
})

test('no room is part of an import cycle', () => {
  expect(circlesOf(graphBy(roomOf, edges))).toEqual([])
})

test('the checks detect a cycle', () => {
  const between = (from: string, to: string) => ({ file: from, target: to, typeOnly: true })
  const circle = [
    between('features/a/web/x.tsx', 'features/b/y.ts'),
    between('features/b/z.ts', 'features/a/w.ts'),
  ]
  expect(circlesOf(graphBy(featureOf, circle))).toEqual(['a → b → a'])
})

test('no two catalogues define the same key', () => {
  const places = new Map<string, string[]>()
  for (const file of sourceFiles) {
    if (!/defineMessages\(/.test(sourceOf(file))) continue
    for (const [, key] of sourceOf(file).matchAll(/^ {2}'([\w.]+)': \[/gm))
      places.set(key!, [...(places.get(key!) ?? []), file])
  }
  expect(places.size).toBeGreaterThan(800)
  expect([...places].filter(([, files]) => files.length > 1)).toEqual([])
})

test('there are no default exports and no barrels', () => {
  const wrong = sourceFiles.filter((file) => /^export (default|\* from)/m.test(sourceOf(file)))
  expect(wrong).toEqual([])
})

test('the module graph matches the code; if this fails: npm run imports', () => {
  const document = readFileSync(new URL('../docs/module-graph.md', import.meta.url), 'utf8')
  expect(document).toBe(withPicture(document))
})
