import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { visible } from '#shared/text-direction.ts'
import { q } from '#web/api.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { changeSearch } from '#web/router/navigate.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { explain } from '#web/ui/states.tsx'
import { useDebounced } from '#web/useDebounced.ts'

/** Chooses the project whose values, with its organization's, fill the page and the test print; none: invented values. */
export function ChangeSample({
  project,
  onClose,
}: {
  project: { slug: string; title: string } | undefined
  onClose: () => void
}) {
  const t = useText()
  const [typed, setTyped] = useState('')
  const search = useDebounced(typed, 150)
  const projects = useQuery(
    q('GET /api/v4/projects/', { query: { search, page_size: 10, exclude_status: 'archived' } }),
  )
  const choose = (slug: string) => {
    changeSearch({ project: slug || undefined }, { replace: true })
    onClose()
  }
  return (
    <Modal
      title={t('documents.templates.change_sample')}
      size="sm"
      dirty={false}
      onClose={onClose}
      footer={(close) => <Button onClick={close}>{t('actions.close')}</Button>}
    >
      <div className="stack">
        <p className="small muted">{t('documents.templates.sample_text')}</p>
        {projects.error && <Callout tone="danger">{explain(projects.error, t)}</Callout>}
        <SelectField
          name="project"
          label={t('documents.templates.sample_project')}
          value={project?.slug ?? ''}
          valueLabel={project ? visible(project.title) : t('documents.templates.invented')}
          options={[
            { value: '', label: t('documents.templates.invented') },
            ...(projects.data?.results ?? []).map(({ slug, title, organization }) => ({
              value: slug,
              label: visible(`${title} · ${organization.title}`),
            })),
          ]}
          onSearch={setTyped}
          loading={projects.isFetching}
          onChange={choose}
        />
      </div>
    </Modal>
  )
}
