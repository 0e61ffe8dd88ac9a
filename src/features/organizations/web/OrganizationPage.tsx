import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { api, q } from '#web/api.ts'
import { ErrorSummary } from '#web/form/ErrorSummary.tsx'
import { FormSection } from '#web/form/FormSection.tsx'
import { PermittedFields } from '#web/record/PermittedFields.tsx'
import { RequiredHint } from '#web/form/RequiredHint.tsx'
import { SaveBar } from '#web/record/SaveBar.tsx'
import { bodyOf, errorsOf, labelsOf, valueInWords } from '#web/record/record-values.ts'
import { useRecordForm } from '#web/record/useRecordForm.tsx'
import { PageLink } from '#web/router/PageLink.tsx'
import { useAllowed } from '#web/profile.tsx'
import { queryClient } from '#web/query-client.ts'
import { navigate } from '#web/router/navigate.ts'
import { usePageParams } from '#web/router/page.ts'
import { commandsOf, useCommands } from '#web/ui/commands.ts'
import { useLocale, useText } from '#web/texts.ts'
import { AnchorButton, Button, IconButton, LinkButton } from '#web/ui/Button.tsx'
import {
  IconArchive,
  IconArchiveOff,
  IconDots,
  IconInfoCircle,
  IconTrash,
  IconExternalLink,
} from '#web/ui/icons.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { Menu, type MenuItem } from '#web/ui/Menu.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { PageLoading } from '#web/ui/PageLoading.tsx'
import { EditSwitch } from '#web/record/Facts.tsx'
import { RecordPage, SidePart } from '#web/record/RecordPage.tsx'
import { useEditing } from '#web/record/useEditing.ts'
import { RecordTabs, useRecordTab } from '#web/record/RecordTabs.tsx'
import { ErrorPanel } from '#web/ui/states.tsx'
import { HistoryPart, historyQuery } from '#features/history/web/History.tsx'
import { recordStatus } from '#shared/statuses.ts'
import { EmptyPart } from '#web/record/EmptyPart.tsx'
import { drawLabels } from '#web/table/list/cell.tsx'
import type { Decide, Review } from '#features/reviews/web/DecisionModal.tsx'
import { ReviewDecisions } from '#features/reviews/web/ReviewDecisions.tsx'
import { TasksPanel } from '#features/tasks/web/TasksPanel.tsx'
import { formatInteger } from '#shared/money.ts'
import { WaitingActs } from '#features/approvals/web/WaitingActs.tsx'
import { organizationCells } from '../cells.ts'
import type { OrganizationDetail } from '../contract.ts'
import { organizationRecord } from '../fields.ts'
import { organizationArchive } from './archive.ts'
import { organizationAddress, previewAddress } from './columns.ts'
import type { OrganizationDialog } from './OrganizationDialogs.tsx'
import { OrganizationFields } from './OrganizationFields.tsx'
import { OrganizationRecord } from './OrganizationRecord.tsx'
import { BriefProjects } from './peek/BriefProjects.tsx'
import { organizationPeek } from './peek/load.ts'
import { type OrganizationValues, valuesOf } from './values.ts'

// Few visitors open the documents, so they load lazily.
const OrganizationDocuments = lazy(async () => ({
  default: (await import('./OrganizationDocuments.tsx')).OrganizationDocuments,
}))
const OrganizationDialogs = lazyDialog(() => import('./OrganizationDialogs.tsx'), 'OrganizationDialogs')

const detailOf = (slug: string) => q('GET /api/v4/organization/:slug/', { params: { slug } })
const list = '/site-admin/organizations/'
const tabs = ['details', 'documents'] as const

export function OrganizationPage() {
  const { slug } = usePageParams('/site-admin/organization/:slug/update/')
  const { data, error, refetch } = useQuery(detailOf(slug))
  if (data) return <Organization key={slug} organization={data} />
  return error ? <ErrorPanel asPage error={error} onRetry={() => void refetch()} /> : <PageLoading />
}

/** Puts a saved organization into the cache, so that its page need not fetch it again. */
function keep(organization: OrganizationDetail): void {
  queryClient.setQueryData(detailOf(organization.slug).queryKey, organization)
}

function Organization({ organization }: { organization: OrganizationDetail }) {
  const t = useText()
  const locale = useLocale()
  const allowed = useAllowed()
  const [dialog, setDialog] = useState<OrganizationDialog>()
  const { slug, title } = organization
  const tab = useRecordTab(tabs)
  const edit = useEditing()
  const { data: beside } = useQuery(organizationPeek(slug))
  const { form, saving, conflict } = useRecordForm<OrganizationDetail, OrganizationValues>({
    row: organization,
    name: organization.title,
    valuesOf,
    validate: (values) => errorsOf(organizationRecord, values, t),
    save: (values, changed, version) =>
      api('PATCH /api/v4/organization/:slug/', {
        params: { slug },
        body: { ...bodyOf(organizationRecord, values, changed), version },
      }),
    onSaved: keep,
    labels: labelsOf(organizationRecord, t),
    shown: (key, value) => valueInWords(organizationRecord.fields[key], value, t),
    lastActor: async () =>
      (await queryClient.fetchQuery({ ...historyQuery('organization', slug, 1, 10), staleTime: 0 }))
        .results[0]?.actor,
  })
  const decide: Decide = async (decision) => {
    const body = { ...decision, version: organization.version }
    keep(await api('POST /api/v4/organization/:slug/review/', { params: { slug }, body }))
  }
  const onDeleted = () => {
    // A reset form has nothing to save, so leaving asks no question.
    flushSync(() => form.reset())
    void navigate(list)
  }
  return (
    <RecordPage
      back={{ to: list, table: 'organizations', text: t('organizations.back') }}
      recordKey={slug}
      title={title}
      tabs={
        <RecordTabs
          address={organizationAddress(slug)}
          open={tab}
          tabs={tabs.map((key) => ({ key, text: t(`record.tab.${key}`) }))}
        />
      }
      callout={<WaitingActs type="organization" slug={organization.slug} />}
      labels={
        <>
          {drawLabels(organizationCells.status(organization), t)}
          {drawLabels(organizationCells.review_status(organization), t)}
        </>
      }
      actions={
        <>
          <Button icon={IconInfoCircle} onClick={() => setDialog({ kind: 'info', organization })}>
            {t('actions.info')}
          </Button>
          <AnchorButton
            variant="default"
            icon={IconExternalLink}
            href={previewAddress(organization)}
            target="_blank"
            rel="noreferrer"
          >
            {t('actions.preview')}
          </AnchorButton>
          <ActionMenu organization={organization} open={setDialog} />
        </>
      }
      side={
        <>
          <TasksPanel target={{ type: 'organization', id: organization.id, title }} />
          <SidePart
            title={t('nav.projects')}
            note={formatInteger(organization.project_count, locale)}
            action={
              organization.project_count > 0 && (
                <PageLink
                  className="button quiet sm"
                  href={`/site-admin/projects/?search=${encodeURIComponent(title)}`}
                >
                  {t('organizations.open_list')}
                </PageLink>
              )
            }
          >
            {organization.project_count === 0 ? (
              <EmptyPart text={t('organizations.no_projects')}>
                {allowed('create_projects') ? (
                  <div>
                    <LinkButton size="sm" to={`/site-admin/projects/create/?organization=${slug}`}>
                      {t('projects.create')}
                    </LinkButton>
                  </div>
                ) : (
                  t('organizations.no_projects_hint')
                )}
              </EmptyPart>
            ) : beside?.projects ? (
              <BriefProjects projects={beside.projects} />
            ) : (
              <p className="small muted">{t('organizations.projects_of')}</p>
            )}
          </SidePart>
          <HistoryPart record={organizationRecord} slug={slug} title={title} />
        </>
      }
      footer={
        // Typed values stay in the form while another tab is open.
        (tab === 'details' || form.dirty) && (
          <SaveBar dirty={form.dirty} saving={saving} onSave={form.submit} onDiscard={() => form.reset()} />
        )
      }
    >
      {tab === 'documents' && (
        <Suspense fallback={<Spinner />}>
          <OrganizationDocuments id={organization.id} slug={slug} title={title} />
        </Suspense>
      )}
      {tab === 'details' && (
        <>
          <FormSection
            anchor="review"
            title={t('organizations.sections.review')}
            hint={t('organizations.sections.review_hint')}
          >
            <ReviewDecisions
              subject="organization"
              title={title}
              permission="change_organizations"
              decide={decide}
              standing={beside?.decisions}
              reviews={reviewsOf(organization, t)}
            />
          </FormSection>
          <EditSwitch
            editing={edit.editing}
            dirty={form.dirty}
            permission="change_organizations"
            onChange={edit.setEditing}
          />
        </>
      )}
      {/* Typed values stay in the form while another tab is open. */}
      {edit.editing || form.dirty ? (
        <form {...form.props} hidden={tab !== 'details'}>
          <PermittedFields permission="change_organizations" label={title}>
            <ErrorSummary
              errors={form.errors}
              labels={labelsOf(organizationRecord, t)}
              formError={form.formError}
            />
            <RequiredHint />
            <OrganizationFields form={form} saved={organization} />
          </PermittedFields>
        </form>
      ) : (
        tab === 'details' && <OrganizationRecord organization={organization} />
      )}
      {conflict}
      {dialog && (
        <OrganizationDialogs open={dialog} onClose={() => setDialog(undefined)} onDeleted={onDeleted} />
      )}
    </RecordPage>
  )
}

function reviewsOf(organization: OrganizationDetail, t: ReturnType<typeof useText>): Review[] {
  return [
    {
      kind: 'review',
      title: t('columns.review_status'),
      cell: organizationCells.review_status(organization),
      outcome: organization.review_status.choice,
    },
    {
      kind: 'content',
      title: t('columns.content_review_status'),
      cell: organizationCells.content_review_status(organization),
      outcome: organization.content_review_status.choice,
    },
    {
      kind: 'nonprofit',
      title: t('columns.nonprofit_review_status'),
      cell: organizationCells.nonprofit_review_status(organization),
      outcome: organization.nonprofit_review_status.choice,
    },
    {
      kind: 'voting',
      title: t('columns.project_voting_review'),
      cell: organizationCells.voting_review_status(organization),
      outcome: organization.voting_review_status.choice,
    },
  ]
}

type ActionMenuProps = { organization: OrganizationDetail; open: (dialog: OrganizationDialog) => void }

function ActionMenu({ organization, open }: ActionMenuProps) {
  const t = useText()
  const allowed = useAllowed()
  const lacks = (permission: Parameters<typeof allowed>[0]) => (allowed(permission) ? undefined : permission)
  const items: MenuItem[] = [
    organization.status.choice === recordStatus.archived
      ? {
          key: 'unarchive',
          text: t('actions.unarchive'),
          icon: IconArchiveOff,
          missing: lacks('change_organizations'),
          onSelect: () => void organizationArchive.restoreOne(organization),
        }
      : {
          key: 'archive',
          text: t('actions.archive'),
          icon: IconArchive,
          missing: lacks('change_organizations'),
          onSelect: () => void organizationArchive.archiveOne(organization),
        },
    'line',
    {
      key: 'delete',
      text: t('actions.delete'),
      icon: IconTrash,
      danger: true,
      missing: lacks('delete_organizations'),
      onSelect: () => open({ kind: 'delete', organization }),
    },
  ]
  useCommands(commandsOf(items))
  return (
    <Menu label={t('actions.more_for', { title: organization.title })} items={items}>
      {(trigger) => (
        <IconButton
          icon={IconDots}
          label={t('actions.more_for', { title: organization.title })}
          {...trigger}
        />
      )}
    </Menu>
  )
}
