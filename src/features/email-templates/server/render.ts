import { Liquid, type Template } from 'liquidjs'
import MarkdownIt from 'markdown-it'
import { isDay, showDay } from '#shared/dates.ts'
import { intlTag, type Locale } from '#shared/messages.ts'
import { escapeHtml } from '#server/formats/html.ts'
import { secretOf, type TemplateKey, variablesOf, type Wording } from '../templates.ts'
import { checkText, readsStandIn, SecretMisused, standInOf, withoutAddresses } from './secret-link.ts'

/** Thrown for a wording that cannot be rendered: a syntax error, an unknown or missing variable, or too much work. */
export class TemplateError extends Error {}

export type Rendered = { subject: string; text: string; html: string }
export type Values = Record<string, unknown>

/** The allowed tags; none of them reads files or loops without a bound. */
const allowedTags = new Set(['if', 'unless', 'case', 'comment', 'assign'])
const allowedFilters = new Set([
  'upcase',
  'downcase',
  'capitalize',
  'default',
  'strip',
  'truncate',
  'append',
  'prepend',
])

// Without loops the length limits the work; the time limit is a last resort, far above the needs of a busy machine.
const limits = { parseLimit: 50_000, renderLimit: 10_000, memoryLimit: 1_000_000 }
const options = {
  ownPropertyOnly: true,
  strictVariables: true,
  strictFilters: true,
  fs: noFiles(),
  ...limits,
}
const plain = sandbox(new Liquid(options))
const escaping = sandbox(
  new Liquid({ ...options, outputEscape: (value) => escapeMarkdown(String(value ?? '')) }),
)

const markdown = readsStandIn(new MarkdownIt({ html: false, linkify: false, breaks: true }).disable('image'))

/** Replaces the address in previews of mails. */
export const exampleStandIn = standInOf('e'.repeat(32))

/**
 * Renders a wording: one-line subject, text and HTML, each separately. Values are never markup: they are escaped for Markdown
 * before HTML. A stand-in replaces a secret address (`secret-link.ts`). Throws TemplateError, and SecretMisused for a wording
 * that does not show the address as its only link.
 */
export function renderMail(
  key: TemplateKey,
  wording: Wording,
  {
    values,
    language,
    baseUrl,
    standIn = exampleStandIn,
  }: { values: Values; language: Locale; baseUrl: string; standIn?: string },
): Rendered {
  const secret = secretOf(key)
  const { [secret ?? '']: _, ...scope } = scopeOf(key, values, baseUrl)
  const env = secret === undefined ? {} : { standIn }
  const withStandIn = secret === undefined ? scope : { ...scope, [secret]: standIn }
  try {
    refuseBrackets(wording.body, /\[/g)
    const source = tidy(escaping.parseAndRenderSync(wording.body, withStandIn) as string)
    refuseBrackets(source, /(?<!\\)\[/g)
    const body = markdown.render(source, env)
    const text = tidy(plain.parseAndRenderSync(withoutMarkdown(wording.body), withStandIn) as string)
    if (secret !== undefined) checkText(text, standIn)
    const subject = oneLine(plain.parseAndRenderSync(wording.subject, scope) as string)
    return { subject, text, html: page(body, language) }
  } catch (error) {
    if (error instanceof SecretMisused) throw error
    throw new TemplateError(firstLine(error), { cause: error })
  }
}

/** More links than any mail has. */
const mostBrackets = 500

/**
 * Each opening bracket makes the parser scan to the end of the text: 50,000 of them would block the server for seconds. In a
 * wording all of them count, even in comments and after a backslash, which may itself be escaped. In the result only those
 * count that the escaping of values has not neutralized.
 */
function refuseBrackets(text: string, opening: RegExp): void {
  if ((text.match(opening)?.length ?? 0) > mostBrackets)
    throw new TemplateError(`more than ${mostBrackets} opening square brackets`)
}

/** Parses a wording with Liquid: its parts, the number of uses of a variable, and whether it sets one. Throws TemplateError. */
export function parseWording(text: string): {
  templates: Template[]
  uses: (name: string) => number
  sets: (name: string) => boolean
} {
  try {
    const templates = plain.parse(text)
    const { variables, locals } = plain.analyzeSync(templates)
    return {
      templates,
      uses: (name) => variables[name]?.length ?? 0,
      sets: (name) => locals[name] !== undefined,
    }
  } catch (error) {
    throw new TemplateError(firstLine(error), { cause: error })
  }
}

/** Names of the variables that a wording uses; throws TemplateError if it cannot be parsed. */
export function usedVariables(text: string): string[] {
  try {
    return plain.globalVariablesSync(text)
  } catch (error) {
    throw new TemplateError(firstLine(error), { cause: error })
  }
}

// A missing optional value is empty; a missing required one fails only that mail.
function scopeOf(key: TemplateKey, values: Values, baseUrl: string): Record<string, string> {
  const scope: Record<string, string> = {}
  const secret = secretOf(key) !== undefined
  for (const { name, kind, required } of variablesOf(key)) {
    const value = values[name] ?? undefined
    if (value === undefined && required) continue
    const given = value === undefined ? '' : scalar(value)
    // In a mail with a link that opens an account, no other text may look like a link.
    const text = kind === 'link' || !secret ? given : withoutAddresses(given)
    scope[name] =
      kind === 'day' && isDay(text) ? showDay(text) : kind === 'link' ? linkTo(text, baseUrl) : text
  }
  return scope
}

function scalar(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : ''
}

export function linkTo(address: string, baseUrl: string): string {
  return address.startsWith('/') && !address.startsWith('//') ? baseUrl + address : address
}

// CommonMark allows escaping every ASCII punctuation character; leading white space would be markup, too.
function escapeMarkdown(value: string): string {
  return value
    .replace(/[!-/:-@[-`{-~]/g, '\\$&')
    .replace(/\t/g, ' ')
    .replace(/\r\n?/g, '\n')
    .replace(/^ +/gm, '')
}

// The text part shows links as "words: address" and no asterisks. This applies to the wording, never to values.
function withoutMarkdown(body: string): string {
  return body.replace(/\[([^\]]*)\]\(([^)]*)\)/g, '$1: $2').replace(/\*\*/g, '')
}

function tidy(text: string): string {
  return text
    .replace(/\r\n?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim()
}

/** One line without control characters, so that no value can start another header. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .replace(/ {2,}/g, ' ')
    .trim()
}

function page(body: string, language: Locale): string {
  const lang = escapeHtml(intlTag[language].slice(0, 2))
  return `<!doctype html>
<html lang="${lang}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"></head>
<body style="margin:0;padding:24px;font-family:system-ui,sans-serif;font-size:16px;line-height:1.5;color:#1a1d21;background:#ffffff">
<div style="max-width:600px;margin:0 auto">
${body}</div>
</body></html>
`
}

function sandbox(engine: Liquid): Liquid {
  for (const tag of Object.keys(engine.tags)) if (!allowedTags.has(tag)) delete engine.tags[tag]
  for (const filter of Object.keys(engine.filters))
    if (!allowedFilters.has(filter)) delete engine.filters[filter]
  return engine
}

function noFiles() {
  const refuse = () => {
    throw new Error('templates read no files')
  }
  return {
    exists: () => Promise.resolve(false),
    existsSync: () => false,
    readFile: () => Promise.reject(new Error('templates read no files')),
    readFileSync: refuse,
    resolve: refuse,
    dirname: refuse,
    sep: '/',
  }
}

function firstLine(error: unknown): string {
  return oneLine((error as Error).message.split('\n')[0]!).slice(0, 300)
}
