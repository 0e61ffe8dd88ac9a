import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSettingForm } from '#features/settings/web/useSettingForm.ts'
import { showInstant } from '#shared/dates.ts'
import { type Answer, api, qAll } from '#web/api.ts'
import { FormModal } from '#web/form/FormModal.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { ConfirmDelete } from '#web/record/ConfirmDelete.tsx'
import { refreshed } from '#web/stale.ts'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { ShortTable } from '#web/table/list/ShortTable.tsx'
import { type Translate, useText } from '#web/texts.ts'
import { notify } from '#web/ui/toasts.ts'

type Layout = Answer<'GET /api/v4/bank-statements/csv-layouts/'>['results'][number]

/**
 * The saved layouts of bank CSVs, with account, name and columns, to rename or remove. Renders nothing when there are
 * none.
 */
export function CsvLayouts() {
  const t = useText()
  const { data, error, refetch } = useQuery(qAll('GET /api/v4/bank-statements/csv-layouts/'))
  const [renamed, setRenamed] = useState<Layout>()
  const [leaving, setLeaving] = useState<Layout>()
  if (!data) return error ? <ListFailed error={error} onRetry={() => void refetch()} /> : null
  if (data.results.length === 0) return null
  return (
    <section className="stack-s" aria-labelledby="csv-layouts">
      <h2 id="csv-layouts">{t('bank_statements.layouts')}</h2>
      <p className="small muted">{t('bank_statements.layouts_hint')}</p>
      <ShortTable
        title={t('bank_statements.layouts')}
        rows={data.results.map((layout) => ({ ...layout, slug: String(layout.id) }))}
        columns={[
          { title: t('bank_statements.layout'), cell: (row) => row.title },
          {
            title: t('bank_statements.account'),
            cell: (row) => row.account?.title ?? t('bank_statements.layout_any_account'),
          },
          { title: t('bank_statements.layout_columns'), cell: (row) => columnsShown(row, t) },
          { title: t('bank_statements.layout_saved'), cell: (row) => showInstant(row.updated_at) },
        ]}
        change={{ permission: 'create_bank_statements', run: setRenamed }}
        remove={{ permission: 'create_bank_statements', run: setLeaving }}
      />
      {renamed && <RenameModal layout={renamed} onClose={() => setRenamed(undefined)} />}
      {leaving && (
        <ConfirmDelete
          title={leaving.title}
          onClose={() => setLeaving(undefined)}
          onDelete={async () => {
            await api('DELETE /api/v4/bank-statements/csv-layouts/:id/', { params: { id: leaving.id } })
            await refreshed()
            notify({ tone: 'success', title: t('states.deleted'), message: leaving.title })
          }}
        />
      )}
    </section>
  )
}

const columnsShown = ({ columns }: Layout, t: Translate) =>
  columns
    .map(({ field, place, heading }) =>
      t('bank_statements.layout_column', {
        field: t(`bank_statements.column.${field}`),
        heading: heading || t('bank_statements.layout_place', { n: place + 1 }),
      }),
    )
    .join(' · ')

function RenameModal({ layout, onClose }: { layout: Layout; onClose: () => void }) {
  const t = useText()
  const { form, failure } = useSettingForm<{ title: string }>({
    initial: { title: layout.title },
    version: layout.version,
    validate: ({ title }) => ({ title: title.trim() ? '' : t('validation.required') }),
    save: ({ title }, version) =>
      api('PATCH /api/v4/bank-statements/csv-layouts/:id/', {
        params: { id: layout.id },
        body: { title, ...(version === undefined ? {} : { version }) },
      }),
    onSaved: () => {
      onClose()
    },
  })
  return (
    <FormModal
      title={t('bank_statements.layout_rename', { title: layout.title })}
      form={form}
      failure={failure}
      onClose={onClose}
    >
      <TextField {...form.field('title')} label={t('bank_statements.layout_title')} required />
    </FormModal>
  )
}
