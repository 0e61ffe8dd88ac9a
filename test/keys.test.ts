import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// The sheets of keys say what is handled, and all of it: a key that nobody can look up is none.

const read = (path: string) => readFileSync(path, 'utf8')
const files = globSync('src/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'))

/** Single keys that files handle: of shortcuts, and of actions on rows. */
function handled(paths: readonly string[]): string[] {
  const found = paths.flatMap((path) =>
    [...read(path).matchAll(/(?:useShortcut\(|\bshortcut: )'([^' ])'/g)].map(([, key]) => key!.toLowerCase()),
  )
  // The minus sign of some keyboards is the hyphen of others.
  return [...new Set(found.map((key) => key.replace('−', '-')))].toSorted()
}

/** Single keys that a sheet's rows show. */
function shown(sheet: string): string[] {
  const rows = [...read(sheet).matchAll(/\[((?:'[^']+'(?:, )?)+)\],/g)]
  const keys = rows.flatMap(([, row]) =>
    [...row!.matchAll(/'([^']+)'/g)].map(([, key]) => key!.toLowerCase()),
  )
  return [...new Set(keys.filter((key) => key.length === 1))].toSorted()
}

const of = (...folders: string[]) =>
  files.filter((path) => folders.some((folder) => path.startsWith(`src/${folder}/`)))

const everywhere = [
  'web',
  'features/projects',
  'features/organizations',
  'features/tasks',
  'features/bank-statements',
  'features/viewer',
] as const
/** These name each key on the button or line that it presses, where it is pressed. */
const onTheirButtons = [
  'features/bank-statements',
  'features/document-templates/web',
  'features/viewer',
] as const

test('the sheet of the product has every single key that lists and records handle, and no other', () => {
  expect(shown('src/web/shell/ShortcutsHelp.tsx')).toEqual(handled(of(...everywhere)))
})

test('the sheet of the review queue has every key of the queue, and no other', () => {
  expect(shown('src/features/review-queue/web/QueueKeys.tsx')).toEqual(handled(of('features/review-queue')))
})

test('no other part of the product handles single keys, but those that name them on their buttons', () => {
  const known = [...of(...everywhere), ...of('features/review-queue'), ...of(...onTheirButtons)]
  const others = files.filter((path) => !known.includes(path) && handled([path]).length > 0)
  expect(others).toEqual([])
  for (const folder of onTheirButtons)
    expect(of(folder).some((path) => /className="kbd|<kbd|aria-keyshortcuts/.test(read(path)))).toBe(true)
})
