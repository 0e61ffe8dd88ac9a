import type { Locale } from '#shared/messages.ts'
import { documentPage } from '#server/formats/html-page.ts'
import { html, type SafeHtml } from '#server/formats/html.ts'
import { text } from '#server/base/texts.ts'

type Schema = { type?: string; enum?: unknown[]; items?: Schema; format?: string; default?: unknown }
type Parameter = { name: string; in: string; required: boolean; schema: Schema }
type Content = Record<string, { schema: { $ref?: string }; example?: unknown }>
export type Operation = {
  summary: string
  tags: string[]
  'x-permission': string
  'x-or-permission'?: string
  parameters: Parameter[]
  requestBody?: { content: Content }
  responses: Record<string, { content?: Content }>
}
/** The part of an OpenAPI document that the page shows. */
export type ApiDescription = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Record<string, unknown> }
}

type Call = { method: string; path: string; operation: Operation }

export function apiDocsPage(document: ApiDescription, locale: Locale): string {
  const tags = callsByTag(document)
  const contents = [...tags.keys()].map((tag) => html`<li><a href="#${tag}">${tag}</a></li>`)
  const parts = [...tags].map(
    ([tag, calls]) =>
      html`<h2 id="${tag}">${tag}</h2>
        ${calls.map((call) => callSection(call, document, locale))}`,
  )
  const title = text(locale, 'api_docs.title')
  const card = html`<h1>${title}</h1>
    <p>${text(locale, 'api_docs.intro')}</p>
    <p><a href="/api/schema/">${text(locale, 'api_docs.schema')}</a></p>
    <nav aria-label="${text(locale, 'api_docs.calls')}">
      <ul>
        ${contents}
      </ul>
    </nav>
    ${parts}`
  return documentPage({ title, locale, card, wide: true })
}

function callsByTag(document: ApiDescription): Map<string, Call[]> {
  const tags = new Map<string, Call[]>()
  for (const [path, operations] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(operations)) {
      const tag = operation.tags[0] ?? ''
      const calls = tags.get(tag) ?? []
      calls.push({ method: method.toUpperCase(), path, operation })
      tags.set(tag, calls)
    }
  return new Map([...tags].sort(([a], [b]) => (a < b ? -1 : 1)))
}

function callSection({ method, path, operation }: Call, document: ApiDescription, locale: Locale): SafeHtml {
  const success = Object.keys(operation.responses).find((status) => status.startsWith('2')) ?? ''
  const others = Object.keys(operation.responses).filter((status) => status !== success)
  const body = operation.requestBody?.content
  const permissions = [operation['x-permission'], operation['x-or-permission']].filter(Boolean)
  const details = (title: string, content: Content | undefined) =>
    schemas(title, content, document, text(locale, 'api_docs.example'))
  return html`<section class="call">
    <h3><code>${method} ${path}</code></h3>
    <p>${operation.summary}</p>
    <p class="hint">${text(locale, 'api_docs.permission')}: <code>${permissions.join(' | ')}</code></p>
    ${operation.parameters.length > 0 ? parameterTable(operation.parameters, locale) : ''}
    ${body ? details(text(locale, 'api_docs.body'), body) : ''}
    ${details(text(locale, 'api_docs.answer', { status: success }), operation.responses[success]?.content)}
    <p class="hint">${text(locale, 'api_docs.other_answers', { statuses: others.join(', ') })}</p>
  </section>`
}

function schemas(
  title: string,
  content: Content | undefined,
  { components }: ApiDescription,
  exampleTitle: string,
): SafeHtml {
  if (!content) return html`<p>${title}</p>`
  const [type, { schema, example }] = Object.entries(content)[0]!
  const name = schema.$ref?.replace('#/components/schemas/', '')
  const shown = name === undefined ? schema : components.schemas[name]
  return html`<details>
    <summary>${title} <code>${[type, name].filter(Boolean).join(' · ')}</code></summary>
    ${
      example === undefined
        ? ''
        : html`<p>${exampleTitle}</p>
            <pre tabindex="0">${JSON.stringify(example, null, 2)}</pre>`
    }
    <pre tabindex="0">${JSON.stringify(shown, null, 2)}</pre>
  </details>`
}

function parameterTable(parameters: Parameter[], locale: Locale): SafeHtml {
  const required = text(locale, 'api_docs.required')
  const rows = parameters.map(
    (parameter) =>
      html`<tr>
        <td><code>${parameter.name}</code>${parameter.required ? ` (${required})` : ''}</td>
        <td>${parameter.in}</td>
        <td>${valuesOf(parameter.schema)}</td>
      </tr>`,
  )
  return html`<table>
    <thead>
      <tr>
        <th scope="col">${text(locale, 'api_docs.parameter')}</th>
        <th scope="col">${text(locale, 'api_docs.in')}</th>
        <th scope="col">${text(locale, 'api_docs.values')}</th>
      </tr>
    </thead>
    <tbody>
      ${rows}
    </tbody>
  </table>`
}

function valuesOf(schema: Schema): string {
  const offered = schema.enum ?? schema.items?.enum
  if (offered) return offered.join(', ')
  return [schema.type, schema.format].filter(Boolean).join(', ')
}
