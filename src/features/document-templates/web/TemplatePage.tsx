import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showDay } from '#shared/dates.ts'
import { type Answer, api, q } from '#web/api.ts'
import { download } from '#web/download.ts'
import { useCan } from '#web/profile.tsx'
import { queryClient } from '#web/query-client.ts'
import { ConfirmDelete } from '#web/record/ConfirmDelete.tsx'
import { BackLink } from '#web/record/RecordPage.tsx'
import { changeSearch, navigate } from '#web/router/navigate.ts'
import { useLocation, usePageParams } from '#web/router/page.ts'
import { refreshed } from '#web/stale.ts'
import { type Translate, useText } from '#web/texts.ts'
import { useIsMobile, usePageTitle } from '#web/theme.ts'
import { Button, IconButton, LinkButton } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import {
  type Icon,
  IconCheck,
  IconCircleDashed,
  IconClock,
  IconDots,
  IconPencil,
  IconPlus,
  IconTrash,
} from '#web/ui/icons.ts'
import { IconPrinter } from '#web/ui/lazy-icons.ts'
import { Menu } from '#web/ui/Menu.tsx'
import { PageLoading } from '#web/ui/PageLoading.tsx'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { ErrorPanel, explain } from '#web/ui/states.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { notify } from '#web/ui/toasts.ts'
import { Checklist } from './Checklist.tsx'
import { Editor } from './Editor.tsx'
import { CopyTemplate, NewPdf, testPrintAddress, VersionDays } from './dialogs.tsx'
import './templates.css'

type Template = Answer<'GET /api/v4/document-templates/:slug/'>
type Version = Template['versions'][number]

/** One template: its versions in a row, and the mapping of the open one. */
export function TemplatePage() {
  const { slug } = usePageParams('/site-admin/document-template/:slug/')
  const { data, error, refetch } = useQuery(q('GET /api/v4/document-templates/:slug/', { params: { slug } }))
  if (!data)
    return error ? <ErrorPanel asPage error={error} onRetry={() => void refetch()} /> : <PageLoading />
  return <Template template={data} />
}

const icons: Record<Version['state'], Icon> = {
  draft: IconPencil,
  planned: IconClock,
  in_use: IconCheck,
  ended: IconCircleDashed,
}

const daysOf = ({ valid_from, ends }: Version, t: Translate) =>
  t('documents.templates.window', {
    from: showDay(valid_from),
    until: ends === null ? t('documents.templates.open') : showDay(ends),
  })

const isReceiptKind = (kind: Template['kind']) => kind === 'donation_receipt' || kind === 'collective_receipt'

type Dialog = 'copy' | 'pdf' | 'new' | 'days' | 'delete'

function Template({ template }: { template: Template }) {
  const t = useText()
  const { search } = useLocation()
  const mayChange = useCan('change_document_templates')
  const mayDelete = useCan('delete_document_templates')
  const narrow = useIsMobile()
  const [dialog, setDialog] = useState<Dialog>()
  const [activating, setActivating] = useState(false)
  usePageTitle(template.title)
  const { slug, versions } = template
  const asked = Number(search.version)
  const version =
    versions.find(({ number }) => number === asked) ??
    versions.findLast(({ state }) => state === 'draft') ??
    versions.find(({ state }) => state === 'in_use') ??
    versions.at(-1)!
  const fieldsQuery = q('GET /api/v4/document-templates/:slug/versions/:number/fields/', {
    params: { slug, number: version.number },
  })
  const { data: answer, error, refetch } = useQuery(fieldsQuery)
  const missing = answer?.missing.length ?? 0
  const whyNot = missing > 0 ? t('documents.templates.not_yet', { count: missing }) : undefined
  const activate = async () => {
    if (whyNot) return void notify({ tone: 'info', title: whyNot })
    setActivating(true)
    try {
      await api('POST /api/v4/document-templates/:slug/versions/:number/activate/', {
        params: { slug, number: version.number },
      })
      await refresh(slug)
      notify({
        tone: 'success',
        title: t('documents.templates.activated', { date: showDay(version.valid_from) }),
      })
    } catch (failure) {
      notify({ tone: 'danger', title: t('states.error'), message: explain(failure, t) })
    } finally {
      setActivating(false)
    }
  }
  const testPrint = testPrintAddress(slug, version.number, search.project)
  const made = versions.reduce((sum, one) => sum + one.made, 0)
  const placed = answer?.placed.length ?? 0
  return (
    <div className="record">
      <header className="record-head">
        <div>
          <BackLink to="/site-admin/document-templates/" text={t('nav.document_templates')} />
          <h1 tabIndex={-1}>{template.title}</h1>
          <div className="record-labels">
            <StatusLabel
              tone={
                version.state === 'draft' ? 'warning' : version.state === 'in_use' ? 'success' : 'default'
              }
              text={t('documents.templates.state_of', {
                state: version.state_display,
                number: version.number,
              })}
            />
            <span className="small muted">
              {template.kind_display}
              {answer && ` · ${t('documents.templates.counts', { fields: answer.found.length, placed })}`}
            </span>
          </div>
        </div>
        <div className="row">
          <LinkButton to={testPrint} icon={IconPrinter}>
            {t('documents.templates.test_print')}
          </LinkButton>
          {version.state === 'draft' && (
            <PermissionButton
              permission="change_document_templates"
              variant="primary"
              loading={activating}
              aria-disabled={whyNot !== undefined}
              aria-description={whyNot}
              title={whyNot}
              onClick={() => void activate()}
            >
              {t('documents.templates.activate', { date: showDay(version.valid_from) })}
            </PermissionButton>
          )}
          <Menu
            label={t('documents.templates.more')}
            align="end"
            items={[
              ...(mayChange
                ? [
                    {
                      key: 'days',
                      text: t('documents.templates.change_days'),
                      onSelect: () => setDialog('days'),
                    },
                    { key: 'pdf', text: t('documents.templates.new_pdf'), onSelect: () => setDialog('pdf') },
                  ]
                : []),
              { key: 'copy', text: t('documents.templates.copy'), onSelect: () => setDialog('copy') },
              {
                key: 'export',
                text: t('documents.templates.export'),
                onSelect: () =>
                  void download('GET /api/v4/document-templates/:slug/export/', { params: { slug } }),
              },
              'line',
              {
                key: 'delete',
                text: t('documents.templates.delete'),
                icon: IconTrash,
                danger: true,
                missing: mayDelete ? undefined : 'delete_document_templates',
                onSelect: () => setDialog('delete'),
              },
            ]}
          >
            {(trigger) => <IconButton icon={IconDots} label={t('documents.templates.more')} {...trigger} />}
          </Menu>
        </div>
      </header>
      <div className="versions">
        <ul className="version-row" aria-label={t('documents.templates.versions')}>
          {versions.map((one) => {
            const Icon = icons[one.state]
            return (
              <li key={one.number}>
                <button
                  type="button"
                  aria-current={one.number === version.number ? 'true' : undefined}
                  onClick={() => changeSearch({ version: one.number }, { replace: true })}
                >
                  <Icon size={16} stroke={1.8} aria-hidden />
                  <span className="visually-hidden">{one.state_display}</span>
                  <strong className="strong">{one.number}</strong>
                  <span className="figures">{daysOf(one, t)}</span>
                  {one.made > 0 && (
                    <span className="muted">{t('documents.templates.made', { count: one.made })}</span>
                  )}
                </button>
              </li>
            )
          })}
        </ul>
        {mayChange && (
          <Button variant="quiet" size="sm" icon={IconPlus} onClick={() => setDialog('new')}>
            {t('documents.templates.new_version')}
          </Button>
        )}
      </div>
      {template.gaps.length > 0 && (
        <div className="record-callout">
          <Callout tone="warning">
            {template.gaps
              .map(({ from, until }) =>
                t('documents.templates.gap', { from: showDay(from), until: showDay(until) }),
              )
              .join(' ')}
          </Callout>
        </div>
      )}
      {answer ? (
        <Editor
          key={`${slug} ${version.number} ${version.filename}`}
          {...{
            slug,
            answer,
            mayChange,
            narrow,
            number: version.number,
            filename: version.filename,
            kind: template.kind,
          }}
          onSaved={(kept) => queryClient.setQueryData(fieldsQuery.queryKey, kept)}
        />
      ) : error ? (
        <ErrorPanel error={error} onRetry={() => void refetch()} />
      ) : (
        <PageLoading />
      )}
      {isReceiptKind(template.kind) && <Checklist slug={slug} number={version.number} />}
      {dialog === 'delete' && (
        <ConfirmDelete
          title={template.title}
          onDelete={async () => {
            await api('DELETE /api/v4/document-templates/:slug/', { params: { slug } })
            await navigate('/site-admin/document-templates/', { replace: true })
            notify({
              tone: 'success',
              title: t('documents.templates.deleted'),
              message: template.title,
            })
            await refreshed()
          }}
          onClose={() => setDialog(undefined)}
        >
          {t('documents.templates.delete_text')}{' '}
          {made > 0 && t('documents.templates.delete_made', { count: made })}
        </ConfirmDelete>
      )}
      {dialog === 'copy' && <CopyTemplate template={template} onClose={() => setDialog(undefined)} />}
      {dialog === 'pdf' && (
        <NewPdf
          slug={slug}
          number={version.number}
          onDone={() => refresh(slug)}
          onClose={() => setDialog(undefined)}
        />
      )}
      {(dialog === 'new' || dialog === 'days') && (
        <VersionDays
          slug={slug}
          version={dialog === 'days' ? version : undefined}
          onDone={() => refresh(slug)}
          onClose={() => setDialog(undefined)}
        />
      )}
    </div>
  )
}

const refresh = (slug: string) =>
  Promise.all([queryClient.invalidateQueries({ queryKey: ['PDF of a template', slug] }), refreshed()])
