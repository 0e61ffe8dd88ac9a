import { visible } from '#shared/text-direction.ts'

/** A piece of HTML with escaped values; only `html` creates one. */
export class SafeHtml {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.text
  }
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** Escapes text for element content and quoted attributes; direction-changing characters become visible. */
export function escapeHtml(text: string): string {
  return visible(text).replace(/[&<>"']/g, (character) => entities[character]!)
}

type Value = string | number | SafeHtml | Value[]

/** Template tag: every value is escaped unless it is itself made by `html`. */
export function html(parts: TemplateStringsArray, ...values: Value[]): SafeHtml {
  let text = parts[0]!
  values.forEach((value, index) => (text += render(value) + parts[index + 1]!))
  return new SafeHtml(text)
}

function render(value: Value): string {
  if (Array.isArray(value)) return value.map(render).join('')
  return value instanceof SafeHtml ? value.text : escapeHtml(String(value))
}
