import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'
import { texts } from '#app/texts.ts'
import { conflict, HttpError } from './errors.ts'

test('a refusal does not compile without the values of its placeholders', () => {
  // @ts-expect-error -- `count` and `expected` are missing
  const empty = () => conflict('selection_changed')
  // @ts-expect-error -- `expected` is missing
  const half = () => conflict('selection_changed', { parameters: { count: 1 } })
  // @ts-expect-error -- the same for other statuses
  const other = () => new HttpError(410, 'undo_already')
  const whole = conflict('selection_changed', { parameters: { count: 1, expected: 2 } })
  expect(whole.extra.parameters).toEqual({ count: 1, expected: 2 })
  expect([empty, half, other]).toHaveLength(3)
  expect(conflict('not_found').status).toBe(409)
})

/** Field messages with placeholders, by key. */
const named = new Map(
  Object.entries(texts)
    .map(([key, [english]]): [string, string[]] => [
      key,
      [...english.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!),
    ])
    .filter(([, names]) => names.length > 0),
)

type Node = { type: string; start: number } & Record<string, unknown>
const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value

/** Every syntax node of a file, outer ones first. */
function* nodesOf(node: Node): Generator<Node> {
  yield node
  for (const value of Object.values(node))
    for (const inner of Array.isArray(value) ? value : [value]) if (isNode(inner)) yield* nodesOf(inner)
}

/** The literal texts an expression may evaluate to, through conditions and fallbacks. */
function textsIn(expression: Node): string[] {
  if (expression.type === 'Literal')
    return typeof expression['value'] === 'string' ? [expression['value']] : []
  const sides = {
    ConditionalExpression: ['consequent', 'alternate'],
    LogicalExpression: ['left', 'right'],
    ParenthesizedExpression: ['expression'],
    TSAsExpression: ['expression'],
    TSSatisfiesExpression: ['expression'],
  }[expression.type]
  return (sides ?? []).flatMap((side) => textsIn(expression[side] as Node))
}

const nameOf = (node: Node): unknown => node['name'] ?? node['value']
const propertiesOf = (node: Node | undefined): Node[] =>
  node?.type === 'ObjectExpression'
    ? (node['properties'] as Node[]).filter(({ type }) => type === 'Property')
    : []

/** The keys with which a field is refused without parameters: `'key'`, `{ key: 'key' }`, or a list of these. */
function bareKeys(value: Node): string[] {
  if (value.type === 'ArrayExpression') return (value['elements'] as Node[]).flatMap(bareKeys)
  const own = new Map(propertiesOf(value).map((one) => [nameOf(one['key'] as Node), one['value'] as Node]))
  if (own.has('key')) return own.has('parameters') ? [] : textsIn(own.get('key')!)
  return textsIn(value)
}

/** Field messages that lack values for their placeholders: bare keys, and `{ key, parameters }` with a missing one. */
function unfilledIn(source: string): { seen: number; bare: string[] } {
  const found = { seen: 0, bare: [] as string[] }
  const judge = (key: string, given: readonly unknown[] | 'any') => {
    found.seen += 1
    const missing = given === 'any' ? [] : (named.get(key) ?? []).filter((name) => !given.includes(name))
    if (missing.length > 0) found.bare.push(`${key} lacks ${missing.join()}`)
  }
  const program = parseSync('file.ts', source).program as unknown as Node
  for (const node of nodesOf(program)) {
    const callee = node['callee'] as Node | undefined
    if (callee && ['invalid', 'InvalidInput'].includes(String(nameOf(callee))))
      for (const field of propertiesOf((node['arguments'] as Node[])[0]))
        for (const key of bareKeys(field['value'] as Node)) judge(key, [])
    // A message with its parameters, wherever it is created.
    const properties = new Map(
      propertiesOf(node).map((one) => [nameOf(one['key'] as Node), one['value'] as Node]),
    )
    const [key, parameters] = [properties.get('key'), properties.get('parameters')]
    if (!key || !parameters) continue
    const isSpread =
      parameters.type !== 'ObjectExpression' ||
      (parameters['properties'] as Node[]).some(({ type }) => type !== 'Property')
    const given = isSpread ? 'any' : propertiesOf(parameters).map((one) => nameOf(one['key'] as Node))
    for (const text of textsIn(key)) judge(text, given)
  }
  return found
}

test('the scan finds unfilled placeholders across lines, fields and conditions', () => {
  const [key, names] = [...named].find(([, all]) => all.length === 1)!
  const [name] = names
  const whole = `{ key: '${key}', parameters: { ${name}: 1 } }`
  const lines = [
    `throw invalid({\n  title: 'validation.required',\n  until: '${key}',\n})`,
    `invalid({ until: isNew ? '${key}' : 'validation.required' })`,
    `invalid({ [field]: { key: '${key}', parameters: {} } })`,
    `new InvalidInput({ until: [{ key: '${key}' }] })`,
  ]
  for (const line of lines) expect(unfilledIn(line).bare).toEqual([`${key} lacks ${name}`])
  for (const line of [`invalid({ until: ${whole} })`, `invalid({ a: ${whole}, b: 'validation.required' })`])
    expect(unfilledIn(line).bare).toEqual([])
})

test('every field refusal fills the placeholders of its text', () => {
  const src = fileURLToPath(new URL('../..', import.meta.url))
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /server.*\.ts$/.test(file) && !file.endsWith('test.ts'),
  )
  expect(named.size).toBeGreaterThan(300)
  const bare: string[] = []
  let seen = 0
  for (const file of files) {
    const source = readFileSync(`${src}/${file}`, 'utf8')
    if (!/invalid\(|parameters/.test(source)) continue
    const found = unfilledIn(source)
    seen += found.seen
    bare.push(...found.bare.map((what) => `${file}: ${what}`))
  }
  expect(seen).toBeGreaterThan(150)
  expect(bare).toEqual([])
})
