import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { decisionIndex, decisions, writtenIndex } from '../scripts/decisions.ts'

const root = join(import.meta.dirname, '..')
const records = decisions()

/** Titles name a choice: an imperative, without a subtitle. */
const verbs =
  /^(Ask|Assemble|Bound|Check|Compute|Confirm|Count|Declare|Denormalize|Export|Fill|Filter|Fund|Keep|List|Normalize|Number|Raise|Rank|Re-encode|Read|Reconcile|Record|Require|Reverse|Run|Seal|Send|Serve|Settle|Shape|Stage|Store|Take|Throttle|Undo|Use|Write) [^:]+$/

/** How code and documents refer to a decision: by file, by word, in documents by number in brackets. */
const mention = /decisions\/(\d{4})|\bdecision (\d{4})|\]\((\d{4})-|\((00[0-7]\d)[),]/g

test('the index of decisions matches the records; if this fails: npm run decisions', () => {
  expect(writtenIndex()).toBe(decisionIndex())
})

test.each(records)('$file names its choice, date and status in at most 60 lines', (record) => {
  const { file, number, title, date, status, lines } = record
  expect(file.slice(0, 4)).toBe(number)
  expect(title).toMatch(verbs)
  expect(date).toMatch(/^2\d{3}-[01]\d-[0-3]\d$/)
  expect(status).toMatch(/^(accepted|withdrawn)$/)
  expect(lines).toBeLessThanOrEqual(60)
})

test('each decision named in code or documents exists', () => {
  const numbers = new Set(records.map(({ number }) => number))
  const named = ['src', 'test', 'scripts', 'docs', 'migrations']
    .flatMap((folder) => filesBelow(join(root, folder)))
    .concat(['CONTRIBUTING.md', 'README.md', 'SECURITY.md'].map((file) => join(root, file)))
    .flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(mention)].map((match) => ({
        file,
        number: match.slice(1).find(Boolean)!,
      })),
    )
  expect(named.length).toBeGreaterThan(20)
  expect(named.filter(({ number }) => !numbers.has(number))).toEqual([])
})

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(tsx?|mjs|sql|md)$/.test(name))
    .map((name) => join(folder, name))
}
