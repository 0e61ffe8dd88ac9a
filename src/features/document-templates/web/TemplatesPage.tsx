import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showDay } from '#shared/dates.ts'
import { type Answer, qAll } from '#web/api.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { isForbidden, ListFailed } from '#web/table/list/ListFailed.tsx'
import { useText } from '#web/texts.ts'
import { usePageTitle } from '#web/theme.ts'
import { IconPlus } from '#web/ui/icons.ts'
import { IconUpload } from '#web/ui/lazy-icons.ts'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { ImportTemplate, NewTemplate, templateAddress } from './dialogs.tsx'
import '#web/table/list/table.css'
import './templates.css'

type Template = Answer<'GET /api/v4/document-templates/'>['results'][number]

/** All templates of documents, each with the version that counts. */
export function TemplatesPage() {
  const t = useText()
  const [dialog, setDialog] = useState<'new' | 'import'>()
  usePageTitle(t('nav.document_templates'))
  const { data, error, refetch } = useQuery(qAll('GET /api/v4/document-templates/'))
  const close = () => setDialog(undefined)
  return (
    <div className="page">
      <header className="page-head">
        <h1 tabIndex={-1}>{t('nav.document_templates')}</h1>
        {!isForbidden(error) && (
          <div className="row">
            <PermissionButton
              permission="create_document_templates"
              icon={IconUpload}
              onClick={() => setDialog('import')}
            >
              {t('documents.templates.import')}
            </PermissionButton>
            <PermissionButton
              permission="create_document_templates"
              variant="primary"
              icon={IconPlus}
              onClick={() => setDialog('new')}
            >
              {t('documents.templates.new')}
            </PermissionButton>
          </div>
        )}
      </header>
      {data ? (
        data.results.length === 0 ? (
          <p className="muted">{t('documents.templates.none')}</p>
        ) : (
          <ul className="template-cards">
            {data.results.map((template) => (
              <Card key={template.slug} template={template} />
            ))}
          </ul>
        )
      ) : error ? (
        <ListFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
      {dialog === 'new' && <NewTemplate onClose={close} />}
      {dialog === 'import' && <ImportTemplate onClose={close} />}
    </div>
  )
}

function Card({ template: { slug, title, kind_display, versions } }: { template: Template }) {
  const t = useText()
  const current = versions.find(({ state }) => state === 'in_use')
  const shown = current ?? versions.at(-1)!
  return (
    <li>
      <PageLink className="strong" href={templateAddress(slug)}>
        {title}
      </PageLink>
      <p className="small muted">{kind_display}</p>
      <p className="row small">
        <StatusLabel
          tone={shown.state === 'in_use' ? 'success' : shown.state === 'draft' ? 'warning' : 'default'}
          text={t('documents.templates.state_of', { state: shown.state_display, number: shown.number })}
        />
        <span className="figures muted">
          {t('documents.templates.window', {
            from: showDay(shown.valid_from),
            until: shown.ends === null ? t('documents.templates.open') : showDay(shown.ends),
          })}
          {shown.made > 0 && ` · ${t('documents.templates.made', { count: shown.made })}`}
        </span>
      </p>
    </li>
  )
}
