import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const src = join(import.meta.dirname, '../src')
const sheets = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter(
  (file) => file.endsWith('.css') && !file.startsWith('server/'),
)

type Rule = { selectors: string[]; declared: string[]; forced: boolean }

/** The rules of a style sheet, with at-rules flattened and `:is()` expanded. */
function rulesOf(text: string, forced = false, within = ['']): Rule[] {
  const found: Rule[] = []
  for (let at = 0; at < text.length;) {
    const open = text.indexOf('{', at)
    if (open < 0) break
    // Declarations before a nested rule belong to the outer rule.
    const head = text.slice(text.lastIndexOf(';', open) + 1 > at ? text.lastIndexOf(';', open) + 1 : at, open)
    let close = open + 1
    for (let depth = 1; depth > 0; close++) depth += { '{': 1, '}': -1 }[text[close]!] ?? 0
    const body = text.slice(open + 1, close - 1)
    const name = head.replace(/\s+/g, ' ').trim()
    if (name.startsWith('@'))
      found.push(...rulesOf(body, forced || name.includes('forced-colors: active'), within))
    else {
      const own = expand(name)
      const selectors = within.flatMap((outer) => own.map((one) => (outer ? one.replace('&', outer) : one)))
      const declared = body.replace(/[^;{}]*\{[^]*\}/, '').split(';')
      found.push({ selectors, declared: declared.map((one) => one.trim()).filter(Boolean), forced })
      if (body.includes('{')) found.push(...rulesOf(body, forced, selectors))
    }
    at = close
  }
  return found
}

/** `:is(a, b) > c, d` is `a > c`, `b > c` and `d`. */
function expand(selector: string): string[] {
  const parts = split(selector)
  if (parts.length > 1) return parts.flatMap(expand)
  const start = selector.indexOf(':is(')
  if (start < 0) return [selector.trim()]
  let end = start + 4
  for (let depth = 1; depth > 0; end++) depth += { '(': 1, ')': -1 }[selector[end]!] ?? 0
  return split(selector.slice(start + 4, end - 1)).flatMap((one) =>
    expand(selector.slice(0, start) + one.trim() + selector.slice(end)),
  )
}

/** Splits at commas outside of brackets. */
const split = (list: string) => list.split(/,(?![^()]*(?:\([^()]*\)[^()]*)*\))/)

const rules = sheets.flatMap((file) =>
  rulesOf(readFileSync(join(src, file), 'utf8').replace(/\/\*[^]*?\*\//g, '')).map((rule) => ({
    ...rule,
    file,
  })),
)

/** Chosen, current, new, or hovered. States of other attributes also show as text or icons. */
const state =
  /\[(aria-(current|pressed|selected|checked)|data-(chosen|selected|peeked|active|new|over|today|dragged|broken|differs|done))\b|:checked/
/** Shown by colour alone: forced colours remove background and shadow, and draw an invisible border. */
const saysByColour = ({ declared }: Rule) =>
  declared.some((one) =>
    /^(background(-color)?|box-shadow|border(-\w+)?-color): (?!none|inherit)/.test(one),
  ) &&
  !declared.some((one) =>
    /^(outline|border-width|border-style|text-decoration|forced-color-adjust):/.test(one),
  )

/** Shown in another way, which forced colours keep. */
const otherwise: Record<string, string> = {
  '.checkbox:checked': 'the browser draws its own box',
  '.statement-choice[data-chosen]': 'its ring is filled',
  '.import-step[data-done]': 'a tick stands in place of its number',
  '.first-steps li[data-done] > .first-steps-mark': 'a tick stands in place of its number',
  '.found-value[data-chosen] .found-number': 'its value has a frame',
  '.found-place[data-chosen] > .found-number': 'its place has another frame',
  '.found-number[data-chosen]': 'its value has a frame',
  '.checks-table tr[data-broken]': 'a label says how many rows break it',
  '.peek[data-over]': 'lies over the list, with a border of its own',
}

const inForced = new Set(
  rules.filter(({ forced }) => forced).flatMap(({ selectors }) => selectors.map(written)),
)

/** Without quotation marks and the value `true`. */
function written(selector: string): string {
  return selector.replace(/='?true'?\]/g, ']')
}

test('chosen or current elements are visible in forced colours too', () => {
  const told = rules
    .filter((rule) => !rule.forced && saysByColour(rule))
    .flatMap(({ selectors, file }) =>
      selectors
        .filter((one) => state.test(one) && !/:not\(/.test(one))
        .map((selector) => ({ selector, file })),
    )
  expect(told.length).toBeGreaterThan(40)
  const missing = told.filter(
    ({ selector }) =>
      !inForced.has(written(selector)) &&
      // A part of a row is marked with the row.
      !inForced.has(written(selector).replace(/ > :first-child$/, ' > *')) &&
      otherwise[selector] === undefined,
  )
  expect(missing.map(({ selector, file }) => `${file}: ${selector}`)).toEqual([])
  const stale = Object.keys(otherwise).filter((one) => !told.some(({ selector }) => selector === one))
  expect(stale).toEqual([])
})
