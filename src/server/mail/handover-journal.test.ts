import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openHandoverJournal } from './handover-journal.ts'

let dataDir: string
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'almoner-notes-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const note = (id: number) => ({
  id,
  message_id: `${id}@here`,
  attempt: 1,
  at: '2026-11-21T06:00:00.000Z',
  answer: '250 OK',
})
/** A process id that is certainly unused. */
const ended = 2 ** 22 + 1

test('a note is kept until it is forgotten, and a journal opened later reads it', () => {
  const notes = openHandoverJournal(dataDir)
  expect(notes.left()).toEqual([])
  notes.keep(note(1))
  notes.keep(note(2))
  expect(notes.left()).toEqual([note(1), note(2)])
  expect(openHandoverJournal(dataDir).left()).toEqual([note(1), note(2)])
  notes.forget()
  expect(notes.left()).toEqual([])
  notes.keep(note(3))
  expect(notes.left()).toEqual([note(3)])
  notes.close()
})

test('the file of an ended process is read and then removed; that of a running one is read and stays', () => {
  const gone = openHandoverJournal(dataDir, ended)
  gone.keep(note(1))
  gone.close()
  const alive = openHandoverJournal(dataDir, process.ppid)
  alive.keep(note(2))
  const notes = openHandoverJournal(dataDir)
  expect(notes.left().map(({ id }) => id)).toEqual(expect.arrayContaining([1, 2]))
  notes.forget()
  expect(readdirSync(join(dataDir, 'handed-over'))).toEqual([`${process.ppid}.jsonl`])
  expect(alive.left()).toEqual([note(2)])
  alive.close()
})

test('an incomplete line, left by a full disk, is skipped', () => {
  const notes = openHandoverJournal(dataDir)
  notes.keep(note(1))
  notes.close()
  writeFileSync(join(dataDir, 'handed-over', `${ended}.jsonl`), '{"id":2,"message_id":"2@here","att')
  expect(openHandoverJournal(dataDir).left()).toEqual([note(1)])
})
