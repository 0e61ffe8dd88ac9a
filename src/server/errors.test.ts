import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { texts } from '#app/texts.ts'
import { conflict, HttpError } from './errors.ts'

test('a refusal whose text has placeholders does not compile without their values', () => {
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

test('no field is refused with a text whose placeholders stay empty', () => {
  const src = fileURLToPath(new URL('..', import.meta.url))
  const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
    (file) => /server.*\.ts$/.test(file) && !file.endsWith('test.ts'),
  )
  expect(named.size).toBeGreaterThan(300)
  const bare: string[] = []
  let seen = 0
  for (const file of files)
    for (const [, key] of readFileSync(`${src}/${file}`, 'utf8').matchAll(
      /invalid\(\{ (?:\[[^\]]+\]|\w+): '([a-z_.]+)' \}\)/g,
    )) {
      seen += 1
      if (named.has(key!)) bare.push(`${file}: ${key}`)
    }
  expect(seen).toBeGreaterThan(100)
  expect(bare).toEqual([])
})
