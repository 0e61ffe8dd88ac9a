import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const src = fileURLToPath(new URL('../src', import.meta.url))
const files = readdirSync(src, { recursive: true, encoding: 'utf8' })
  .filter((name) => /\.tsx?$/.test(name) && !/\.(test|data-test)\.tsx?$/.test(name))
  .map((name) => name.replaceAll('\\', '/'))

type Room = 'shared' | 'server' | 'web'

function roomOf(file: string): Room {
  if (file.startsWith('shared/')) return 'shared'
  if (file.startsWith('server/')) return 'server'
  if (file.startsWith('web/')) return 'web'
  const [top, first, second] = file.split('/')
  const place = top === 'app' ? first : second
  // Readers of foreign files need Node; they run in a worker of the server.
  if (place === 'server' || place === 'reading') return 'server'
  return place === 'web' ? 'web' : 'shared'
}

const featureOf = (file: string) => /^features\/([^/]+)\//.exec(file)?.[1]

function importsOf(file: string): { target: string; typeOnly: boolean }[] {
  const text = readFileSync(join(src, file), 'utf8')
  const found = text.matchAll(
    /(?:^|\n)\s*(?:import|export)\s+(type\s+)?(?:[^'"]*?from\s+)?'([^']+)'|import\('([^']+)'\)/g,
  )
  return [...found].flatMap(([, type, named, lazy]) => {
    const path = named ?? lazy!
    const target = path.startsWith('#')
      ? path.slice(1)
      : path.startsWith('.')
        ? normalize(join(dirname(file), path)).replaceAll('\\', '/')
        : undefined
    return target && /\.tsx?$/.test(target) ? [{ target, typeOnly: Boolean(type) }] : []
  })
}

const edges = files.flatMap((file) => importsOf(file).map((edge) => ({ file, ...edge })))

test('there is something to check', () => {
  expect(files.length).toBeGreaterThan(100)
  expect(edges.length).toBeGreaterThan(300)
})

test('shared code imports neither server nor web, and the two never see each other', () => {
  const allowed: Record<Room, Room[]> = {
    shared: ['shared'],
    server: ['shared', 'server'],
    web: ['shared', 'web'],
  }
  const purelyRead = /^features\/imports\/reading\/(amounts|dates|evidence|fields|mapping|row|errors)\.ts$/
  const wrong = edges.filter(
    ({ file, target }) => !allowed[roomOf(file)].includes(roomOf(target)) && !purelyRead.test(target),
  )
  expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
})

test('the platform knows no feature, and nobody below knows what puts them together', () => {
  const wrong = edges.filter(
    ({ file, target }) =>
      !file.startsWith('app/') &&
      (target.startsWith('app/') || (target.startsWith('features/') && !featureOf(file))),
  )
  expect(wrong.map(({ file, target }) => `${file} → ${target}`)).toEqual([])
})

test('the page reaches no validation library', () => {
  const reachable = new Set<string>()
  const visit = (file: string) => {
    if (reachable.has(file)) return
    reachable.add(file)
    for (const edge of edges) if (edge.file === file && !edge.typeOnly) visit(edge.target)
  }
  for (const file of files) if (roomOf(file) === 'web') visit(file)
  const withZod = [...reachable].filter((file) => /from 'zod'/.test(readFileSync(join(src, file), 'utf8')))
  expect(withZod).toEqual([])
})

test('no feature imports itself through others in a circle', () => {
  const graph = new Map<string, Set<string>>()
  for (const { file, target, typeOnly } of edges) {
    const [from, to] = [featureOf(file), featureOf(target)]
    if (from && to && from !== to && !typeOnly && roomOf(file) !== 'web')
      (graph.get(from) ?? graph.set(from, new Set()).get(from)!).add(to)
  }
  const circles: string[] = []
  const walk = (node: string, path: string[]) => {
    if (path.includes(node)) return void circles.push([...path.slice(path.indexOf(node)), node].join(' → '))
    for (const next of graph.get(node) ?? []) walk(next, [...path, node])
  }
  for (const node of graph.keys()) walk(node, [])
  expect([...new Set(circles)]).toEqual([])
})

test('there are no default exports and no barrels', () => {
  const wrong = files.filter((file) => {
    const text = readFileSync(join(src, file), 'utf8')
    return /^export default/m.test(text) || /^export \* from/m.test(text)
  })
  expect(wrong.map((file) => relative('.', file))).toEqual([])
})
