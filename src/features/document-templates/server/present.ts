import type { Day } from '#shared/dates.ts'
import type { Locale } from '#shared/messages.ts'
import type { TextKeyUnder } from '#shared/text-keys.ts'
import { text } from '#server/base/texts.ts'
import type { DocumentTemplate, TemplateFields, VersionState } from '../contract.ts'
import { type CheckedPart, isComplete, type LegalPart } from '../legal-checklist.ts'
import { gaps, missingIn, missingPdfFields, windowsOf } from '../rules.ts'
import { formatsOf } from '../places.ts'
import { formatValue } from '../format-value.ts'
import { measure } from '../render/font.ts'
import { sampleOf, type TemplateKind, type TokenValues, tokensOf } from '../tokens.ts'
import type { StoredTemplate, StoredVersion } from './queries.ts'

export function presentTemplate(
  { slug, title, kind, created_at, version }: StoredTemplate,
  versions: readonly StoredVersion[],
  locale: Locale,
  today: Day,
): DocumentTemplate {
  return {
    slug,
    title,
    kind,
    kind_display: text(locale, `documents.template_kinds.${kind}`),
    versions: windowsOf(versions).map((one) => {
      const state = stateOf(one, today)
      return {
        number: one.number,
        state,
        state_display: text(locale, `documents.templates.states.${state}`),
        valid_from: one.valid_from,
        valid_until: one.valid_until,
        ends: one.ends,
        made: one.made,
        read_only: one.made > 0,
        filename: one.filename,
        version: one.version,
      }
    }),
    gaps: gaps(versions),
    created_at: created_at.toISOString(),
    version,
  }
}

function stateOf(
  { state, valid_from, ends }: StoredVersion & { ends: Day | null },
  today: Day,
): VersionState {
  if (state === 'draft') return 'draft'
  if (valid_from > today) return 'planned'
  return ends !== null && ends < today ? 'ended' : 'in_use'
}

export function presentFields(
  kind: TemplateKind,
  { found, mapping, made, version }: StoredVersion,
): TemplateFields {
  return {
    pages: found.pages,
    found: found.fields,
    fields: mapping.fields,
    placed: mapping.placed,
    gone: missingPdfFields(mapping, found),
    missing: missingIn(kind, mapping, found),
    letters: lettersOf(kind, sampleOf(kind)),
    read_only: made > 0,
    version,
  }
}

export function presentChecklist(checked: readonly CheckedPart[], locale: Locale) {
  return {
    complete: isComplete(checked),
    items: checked.map((one) => ({
      ...one,
      text:
        one.kind === 'words'
          ? text(locale, `documents.checklist.parts.${one.key as LegalPart}`)
          : text(locale, `documents.tokens.${one.key}` as TextKeyUnder<'documents.tokens'>),
    })),
  }
}

/** Widths of all letters that values of a kind may show, in whatever format. */
export function lettersOf(kind: TemplateKind, values: TokenValues): Record<string, number> {
  const written = tokensOf[kind].flatMap(({ key, type }) =>
    formatsOf[type].map((format) => formatValue(values[key], format)),
  )
  const letters = new Set(written.flatMap((one) => (typeof one === 'string' ? Array.from(one) : [])))
  letters.delete('\n')
  return Object.fromEntries([...letters].toSorted().map((letter) => [letter, measure(letter)]))
}
