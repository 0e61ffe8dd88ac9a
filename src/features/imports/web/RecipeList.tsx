import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showInstant } from '#shared/dates.ts'
import { type Answer, api, qAll } from '#web/api.ts'
import { FormModal } from '#web/form/FormModal.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { ConfirmDelete } from '#web/record/ConfirmDelete.tsx'
import { refreshed } from '#web/stale.ts'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { ShortTable } from '#web/table/list/ShortTable.tsx'
import { useText } from '#web/texts.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { EmptyState } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import { useSettingForm } from '#features/settings/web/useSettingForm.ts'

type Recipe = Answer<'GET /api/v4/import-recipes/'>['results'][number]

export function RecipeList() {
  const t = useText()
  const { data, error, refetch } = useQuery(qAll('GET /api/v4/import-recipes/'))
  const [renamed, setRenamed] = useState<Recipe>()
  const [leaving, setLeaving] = useState<Recipe>()
  return (
    <section>
      <h2>{t('imports.recipes')}</h2>
      <p className="small muted">{t('imports.recipes_hint')}</p>
      {!data ? (
        error ? (
          <ListFailed error={error} onRetry={() => void refetch()} />
        ) : (
          <Spinner />
        )
      ) : data.results.length === 0 ? (
        <EmptyState title={t('imports.no_recipes')}>{t('imports.no_recipes_hint')}</EmptyState>
      ) : (
        <ShortTable
          title={t('imports.recipes')}
          rows={data.results}
          columns={[
            { title: t('imports.recipe'), cell: (row) => row.title },
            { title: t('imports.recipe_columns'), cell: (row) => columnsShown(row) },
            { title: t('imports.currency'), cell: (row) => row.currencies.join(', ') || '-' },
            { title: t('imports.recipe_last'), cell: (row) => showInstant(row.used_at) },
          ]}
          change={{ permission: 'create_projects', run: setRenamed }}
          remove={{ permission: 'create_projects', run: setLeaving }}
        />
      )}
      {renamed && <RenameModal recipe={renamed} onClose={() => setRenamed(undefined)} />}
      {leaving && (
        <ConfirmDelete
          title={leaving.title}
          onClose={() => setLeaving(undefined)}
          onDelete={async () => {
            await api('DELETE /api/v4/import-recipes/:slug/', { params: { slug: leaving.slug } })
            await refreshed()
            notify({ tone: 'success', title: t('states.deleted'), message: leaving.title })
          }}
        />
      )}
    </section>
  )
}

/** Maximum number of columns named. */
const named = 6

const columnsShown = ({ columns }: Recipe) =>
  columns.slice(0, named).join(', ') + (columns.length > named ? ` +${columns.length - named}` : '')

function RenameModal({ recipe, onClose }: { recipe: Recipe; onClose: () => void }) {
  const t = useText()
  const { form, failure } = useSettingForm<{ title: string }>({
    initial: { title: recipe.title },
    version: recipe.version,
    validate: ({ title }) => ({ title: title.trim() ? '' : t('validation.required') }),
    save: ({ title }, version) =>
      api('PATCH /api/v4/import-recipes/:slug/', {
        params: { slug: recipe.slug },
        body: { title, ...(version === undefined ? {} : { version }) },
      }),
    onSaved: () => {
      onClose()
    },
  })
  return (
    <FormModal
      title={t('imports.edit_recipe', { title: recipe.title })}
      form={form}
      failure={failure}
      onClose={onClose}
    >
      <TextField {...form.field('title')} label={t('imports.recipe')} required />
    </FormModal>
  )
}
