import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { work } from '#app/server/product.ts'
import { texts } from '#app/texts.ts'
import { auditObjects } from '#shared/audit-objects.ts'
import type { Entry } from '#shared/messages.ts'
import { textOf } from '#server/base/texts.ts'
import { isSaidByServer } from '../vite/texts.ts'

const entries = Object.entries(texts) as [string, Entry][]
const placeholders = (text: string) =>
  [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!))].sort((a, b) => a.localeCompare(b))
const formal = /\b(Sie|Ihr|Ihre|Ihrem|Ihren|Ihrer|Ihres|Ihnen)\b/
const informal = /\b(du|dich|dir|dein|deine|deinem|deinen|deiner|deines|euch|euer|eure)\b/i

test('every background job has a display name', () => {
  const named = work.jobs.map(({ name }) => `jobs.name.${name}`)
  expect(named.length).toBeGreaterThan(10)
  expect(named.filter((key) => !(key in texts))).toEqual([])
})

test('every text exists in all languages with the same placeholders and plural forms', () => {
  expect(entries.length).toBeGreaterThan(100)
  const wrong = entries.filter(([, [first, ...others]]) =>
    others.some(
      (text) =>
        text.trim() === '' ||
        placeholders(text).join() !== placeholders(first).join() ||
        text.split('|').length !== first.split('|').length,
    ),
  )
  expect(wrong.map(([key]) => key)).toEqual([])
})

test('du_DE never says Sie, sie_DE never says du, and a text that addresses people has both forms', () => {
  const wrong = entries.filter(([key, entry]) => {
    // The languages' own names say how they address people.
    if (key.startsWith('shell.languages.')) return false
    if (entry.length === 2) return addresses(entry[1])
    return formal.test(beyondStart(entry[1])) || informal.test(entry[2])
  })
  expect(wrong.map(([key, entry]) => `${key}: ${entry.slice(1).join(' / ')}`)).toEqual([])
})

// "Sie" at the start of a sentence may mean "they"; inside a sentence the capital is formal address. "Ihre" at the
// start reads like formal address to people called du, so "their" must be phrased differently.
const beyondStart = (text: string) => text.replace(/(^|[.!?„]\s*)Sie\b/g, '$1')
const addresses = (text: string) => formal.test(beyondStart(text)) || informal.test(text)

test('German texts use „…“ and no exclamation marks', () => {
  const wrong = entries.filter(([, [, ...german]]) =>
    german.some((text) => /"|“[^„]*”|!/.test(text) && !text.includes('Duplizieren fehlgeschlagen!')),
  )
  expect(wrong.map(([key]) => key)).toEqual([])
})

test('no text uses developer terms for staff', () => {
  const words = /\b(slugs?|header is|endpoint|payload|regex|boolean|SQL|HTTP)\b|-Header\b/i
  // Names of settings, and template code.
  const marks = /\b[A-Z]{2,}_[A-Z]|\{[{%]/
  // The page about the API addresses programmers.
  const wrong = entries.filter(
    ([key, forms]) =>
      !key.startsWith('api_docs.') && forms.some((text) => words.test(text) || marks.test(text)),
  )
  expect(wrong.map(([key]) => key)).toEqual([])
})

test('every message key in a contract is in the catalogue', () => {
  const source = readAll(/contract\.ts$|shared\/(shapes|list)\.ts$/)
  const named = [...source.matchAll(/'((?:validation|[a-z_]+)\.[a-z_]+)'/g)].map(([, key]) => key!)
  const prefixes = new Set(entries.map(([key]) => key.split('.')[0]))
  const unknown = named.filter((key) => prefixes.has(key.split('.')[0]!) && !(key in texts))
  expect([...new Set(unknown)]).toEqual([])
})

test('the page never uses a server-only text', () => {
  const source = readAll(/^(web\/|features\/[\w-]+\/(web\/|[\w-]+\.ts$))(?!.*(messages|\.test)\.ts).*\.tsx?$/)
  const named = [...source.matchAll(/['"`]([a-z_]+(?:\.[a-z_]+)+)['"`]/g)].map(([, key]) => key!)
  expect(named).toContain('nav.projects')
  expect(named.filter((key) => key in texts && isSaidByServer(key))).toEqual([])
})

describe('no text outside the catalogues', () => {
  const root = fileURLToPath(new URL('../src', import.meta.url))
  const components = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.tsx') && !name.includes('.test.'),
  )
  test.each(components)('%s', (name) => {
    const source = readFileSync(join(root, name), 'utf8').replace(/\/\*[\s\S]*?\*\/|(?<!:)\/\/[^\n]*/g, '')
    const between = [...source.matchAll(/>\s*([^<>{}]*[A-Za-zÄÖÜäöü]{3,}[^<>{}]*?)\s*<\//g)]
      .map(([, text]) => text!)
      .filter((text) => !/[=;()&|]/.test(text))
    const attributes = [
      ...source.matchAll(/\b(?:aria-label|title|placeholder|alt|label)="([^"]*[A-Za-z]{2,}[^"]*)"/g),
    ].map(([, text]) => text!)
    // Names, currencies and address prefixes are the same in every language.
    const names = new Set(['Almoner', 'GBP', 'https://'])
    expect([...between, ...attributes].filter((text) => !names.has(text.trim()))).toEqual([])
  })
})

function readAll(pattern: RegExp): string {
  const root = fileURLToPath(new URL('../src', import.meta.url))
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => pattern.test(name))
    .map((name) => readFileSync(join(root, name), 'utf8'))
    .join('\n')
}

test('labels have the design’s German words', () => {
  const words = ['in_progress', 'complete', 'archived', 'public', 'accepted', 'rejected', 'needs_review']
  const more = ['proof_expired', 'fully_funded', 'expired', 'in_financing', 'banned', 'valid']
  const german = [...words, ...more].map((name) => textOf('du_DE', `labels.${name}`))
  expect(german.join(' · ')).toBe(
    'In Bearbeitung · Vollständig · Archiviert · Öffentlich · Angenommen · Abgelehnt · Prüfung nötig · Nachweis abgelaufen · Voll finanziert · Abgelaufen · In Finanzierung · Gesperrt · Gültig',
  )
})

test('every object of audit events has a text, and every such text its object', () => {
  const prefix = 'logs.objects.'
  const named = Object.keys(texts).filter((key) => key.startsWith(prefix))
  expect(named.map((key) => key.slice(prefix.length)).toSorted()).toEqual(auditObjects.toSorted())
})
