/** npm run decisions: writes the index of the decision records, docs/decisions/README.md; a test compares them. */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = fileURLToPath(new URL('../docs/decisions', import.meta.url))
const index = join(folder, 'README.md')

/** A decision record; `date` is the day it was made (`YYYY-MM-DD`), empty like `status` where the record has none. */
export type Decision = {
  file: string
  number: string
  title: string
  date: string
  status: string
  /** Numbers of records that were merged into this one. */
  merged: string[]
  /** Lines that are not blank. */
  lines: number
}

/** All records, by number. */
export function decisions(): Decision[] {
  return readdirSync(folder)
    .filter((file) => /^\d{4}-.*\.md$/.test(file))
    .sort()
    .map((file) => readDecision(file, readFileSync(join(folder, file), 'utf8')))
}

function readDecision(file: string, text: string): Decision {
  const [, number = '', title = ''] = /^# (\d{4}) (.+)/.exec(text) ?? []
  const head = text.split('\n## ')[0]!
  return {
    file,
    number,
    title,
    date: /^Date: (.+)$/m.exec(head)?.[1] ?? '',
    status: /^Status: (.+)$/m.exec(head)?.[1] ?? '',
    merged: /^Merged: (.+)$/m.exec(head)?.[1]?.split(', ') ?? [],
    lines: text.split('\n').filter((line) => line.trim()).length,
  }
}

/** The expected index in the folder's README.md. */
export function decisionIndex(): string {
  const rows = decisions().map(
    ({ number, file, title, status, date, merged }) =>
      `- [${number}](${file}) ${title} · ${status} · ${date}${merged.length > 0 ? ` · with ${merged.join(', ')}` : ''}`,
  )
  return [
    '# Decisions',
    'Why things are as they are: number, title, status, day of the first version. Written by `npm run decisions`.',
    rows.join('\n'),
    'A missing number was merged into the record that names it (“with”), or never used. A record has at most 60 lines of text: context, decision,\nconsequences, and below its title the lines `Date:` and `Status:` (accepted, or withdrawn). Its title names the choice.',
  ].join('\n\n')
}

/** The current index in that file. */
export function writtenIndex(): string {
  return readFileSync(index, 'utf8').trimEnd()
}

if (import.meta.main) writeFileSync(index, `${decisionIndex()}\n`)
