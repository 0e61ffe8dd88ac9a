import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// The key sheets list exactly the handled keys.

const read = (path: string) => readFileSync(path, 'utf8')
const files = globSync('src/**/*.{ts,tsx}').filter((path) => !path.includes('.test.'))

/** Single keys handled in files: by shortcuts and by row actions. */
function handled(paths: readonly string[]): string[] {
  const found = paths.flatMap((path) =>
    [...read(path).matchAll(/(?:useShortcut\(|\bshortcut: )'([^' ])'/g)].map(([, key]) => key!.toLowerCase()),
  )
  // The minus sign of some keyboards is the hyphen of others.
  return [...new Set(found.map((key) => key.replace('−', '-')))].toSorted()
}

/** Single keys shown in a sheet's rows. */
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
/** These show each key on its own button or line. */
const onTheirButtons = [
  'features/bank-statements',
  'features/document-templates/web',
  'features/viewer',
] as const

test('the product’s sheet lists exactly the single keys of lists and records', () => {
  expect(shown('src/web/shell/ShortcutsHelp.tsx')).toEqual(handled(of(...everywhere)))
})

test('the review queue’s sheet lists exactly the keys of the queue', () => {
  expect(shown('src/features/review-queue/web/QueueKeys.tsx')).toEqual(handled(of('features/review-queue')))
})

test('other parts of the product handle only single keys shown on their buttons', () => {
  const known = [...of(...everywhere), ...of('features/review-queue'), ...of(...onTheirButtons)]
  const others = files.filter((path) => !known.includes(path) && handled([path]).length > 0)
  expect(others).toEqual([])
  for (const folder of onTheirButtons)
    expect(of(folder).some((path) => /className="kbd|<kbd|aria-keyshortcuts/.test(read(path)))).toBe(true)
})
