import { useState } from 'react'
import { isDay } from '#shared/dates.ts'
import { api } from '#web/api.ts'
import { fieldErrors } from '#web/form/errors.ts'
import { useAllowed } from '#web/profile.tsx'
import { markStale, refreshed } from '#web/stale.ts'
import { useText } from '#web/texts.ts'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { DocumentRow } from '#features/documents/contract.ts'
import type { FoundValue } from '#features/document-reading/findings.ts'
import type { OrganizationDetail } from '#features/organizations/contract.ts'
import { type Decisions, type FoundItem, itemsOf, nextOpen, type RecordField, type Values } from '../found.ts'

type Draft = Values & { expires_on: string }
type Field = keyof Draft

const inOrganization = {
  tax_number: 'tax_number',
  tax_office: 'tax_office',
  purposes: 'exemption_purposes',
} as const satisfies Partial<Record<RecordField, keyof OrganizationDetail>>

const recordOf = (row: DocumentRow, organization: OrganizationDetail | undefined): Draft => ({
  issued_on: row.issued_on ?? '',
  expires_on: row.expires_typed ? (row.expires_on ?? '') : '',
  tax_number: organization?.tax_number ?? '',
  tax_office: organization?.tax_office ?? '',
  purposes: organization?.exemption_purposes ?? '',
})

type FindingsInput = Parameters<typeof itemsOf>[0]

/**
 * The record's form beside a document: found values are suggested; accepted or typed ones wait for Save. Days belong to the
 * document, all other values to its organization.
 */
export function useValues(
  row: DocumentRow,
  organization: OrganizationDetail | undefined,
  found: FindingsInput,
) {
  const t = useText()
  const allowed = useAllowed()
  const record = recordOf(row, organization)
  const [typed, setTyped] = useState<Partial<Draft>>({})
  const [decisions, setDecisions] = useState<Decisions>({})
  const [choices, setChoices] = useState<Partial<Record<RecordField, number>>>({})
  const [current, setCurrent] = useState<RecordField>()
  const [errors, setErrors] = useState<Partial<Record<Field, string>>>({})
  const [saving, setSaving] = useState(false)

  const draft = { ...record, ...typed }
  const items = itemsOf(found, record, { decisions, choices })
  const changed = (Object.keys(draft) as Field[]).filter((field) => draft[field] !== record[field])
  const chosen = items.find(({ field }) => field === current) ?? nextOpen(items, undefined) ?? items[0]

  const type = (field: Field, value: string) => {
    setTyped((before) => ({ ...before, [field]: value }))
    setErrors((before) => without(before, field))
  }
  const decide = (item: FoundItem, decision: 'used' | 'kept') => {
    if (decision === 'used' && !item.chosen) return
    setDecisions((before) => ({ ...before, [item.field]: decision }))
    if (decision === 'used') type(item.field, item.chosen!.value)
    const decided = items.map((one) => (one.field === item.field ? { ...one, state: decision } : one))
    setCurrent((nextOpen(decided, item.field) ?? item).field)
  }
  const takeBack = ({ field }: FoundItem) => {
    setDecisions((before) => without(before, field))
    setTyped((before) => without(before, field))
    setCurrent(field)
  }
  const reset = () => {
    setTyped({})
    setDecisions({})
    setErrors({})
  }
  const save = async () => {
    const wrong = (['issued_on', 'expires_on'] as const).filter(
      (field) => draft[field] && !isDay(draft[field]),
    )
    if (wrong.length > 0)
      return setErrors(Object.fromEntries(wrong.map((field) => [field, t('validation.day')])))
    setSaving(true)
    try {
      await saveChanges(row, organization, draft, changed)
      notify({ tone: 'success', title: t('states.saved'), message: row.title })
      reset()
    } catch (error) {
      // After a conflict the page shows the other person's values.
      void markStale('document', 'organization')
      const atFields = fieldErrors(error)
      const { exemption_purposes: purposes, exemption_date: issued_on, ...others } = atFields
      const shown = { ...others, ...(purposes && { purposes }), ...(issued_on && { issued_on }) }
      setErrors(shown)
      if (Object.keys(shown).length === 0)
        notify({ tone: 'danger', title: t('viewer.save_failed'), message: explain(error, t) })
    } finally {
      await refreshed()
      setSaving(false)
    }
  }
  return {
    items,
    chosen,
    draft,
    errors,
    dirty: changed.length > 0,
    saving,
    /** The missing right for a field; undefined if the person may change it. */
    missing: (field: Field) => {
      const right = field in inOrganization ? 'change_organizations' : 'change_documents'
      return allowed(right) ? undefined : right
    },
    go: (item: FoundItem | undefined) => item && setCurrent(item.field),
    step: (by: 1 | -1) => {
      const next = items[items.findIndex(({ field }) => field === chosen?.field) + by]
      if (next) setCurrent(next.field)
      return next
    },
    choose: (item: FoundItem, candidate: FoundValue) =>
      setChoices((before) => ({ ...before, [item.field]: item.candidates.indexOf(candidate) })),
    decide,
    takeBack,
    type,
    save,
    reset,
  }
}
export type ValuesState = ReturnType<typeof useValues>

const without = <T extends object>(some: T, field: keyof T): T => {
  const others = { ...some }
  delete others[field]
  return others
}

/** Saves the organization under its version first, then the days, which change its proof. */
async function saveChanges(
  row: DocumentRow,
  organization: OrganizationDetail | undefined,
  draft: Draft,
  changed: readonly Field[],
): Promise<void> {
  const words = Object.entries(inOrganization).filter(([field]) => changed.includes(field as Field))
  if (organization && words.length > 0)
    await api('PATCH /api/v4/organization/:slug/', {
      params: { slug: organization.slug },
      body: {
        ...Object.fromEntries(words.map(([field, key]) => [key, draft[field as Field]])),
        version: organization.version,
      },
    })
  const days = (['issued_on', 'expires_on'] as const).filter((field) => changed.includes(field))
  if (days.length > 0)
    await api('PATCH /api/v4/documents/:slug/', {
      params: { slug: row.slug },
      body: {
        ...Object.fromEntries(days.map((field) => [field, draft[field] || null])),
        version: row.version,
      },
    })
}
