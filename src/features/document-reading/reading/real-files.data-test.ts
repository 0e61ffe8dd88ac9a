import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { inspectPdf } from './in-sandbox.ts'

const folder = join(import.meta.dirname, '../../../../../shared/data/pdf')
const files = (kind: string) => readdirSync(join(folder, kind)).toSorted()
const look = (kind: string, name: string) => inspectPdf(readFileSync(join(folder, kind, name)))

/** Number of pages of files with more than one. */
const pages: Record<string, number> = { 'qpdf-form-in.pdf': 3, 'sammelbestaetigung-example.pdf': 2 }
/** Forms with scripts. */
const scripted = ['AcroFormsBasicFields.pdf', 'annotation-button-widget.pdf']

describe('bad files', () => {
  const reasons: Record<string, string> = {
    'corrupted.pdf': 'unreadable',
    'encrypted.pdf': 'encrypted',
    'five-bytes.pdf': 'unreadable',
    'helloworld-bad.pdf': 'unreadable',
  }
  test.each(files('bad'))('%s', async (name) => {
    expect(await look('bad', name)).toEqual({ refused: reasons[name] })
  })
})

test.each(files('plain'))('plain %s', async (name) => {
  expect(await look('plain', name)).toEqual({ pages: pages[name] ?? 1 })
})

test.each(files('forms'))('form %s', async (name) => {
  expect(await look('forms', name)).toEqual(
    scripted.includes(name) ? { refused: 'script' } : { pages: pages[name] ?? 1 },
  )
})
