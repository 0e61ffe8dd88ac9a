import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { api, q } from '#web/api.ts'
import { ErrorSummary } from '#web/form/ErrorSummary.tsx'
import { FormSection } from '#web/form/FormSection.tsx'
import { PermittedFields } from '#web/record/PermittedFields.tsx'
import { RequiredHint } from '#web/form/RequiredHint.tsx'
import { SaveBar } from '#web/record/SaveBar.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { useRecordForm } from '#web/record/useRecordForm.tsx'
import { useAllowed } from '#web/profile.tsx'
import { queryClient } from '#web/query-client.ts'
import { navigate } from '#web/router/navigate.ts'
import { usePageParams } from '#web/router/page.ts'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconInfoCircle } from '#web/ui/icons.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { MoneyBar } from '#web/ui/MoneyBar.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { PageLoading } from '#web/ui/PageLoading.tsx'
import { EditSwitch } from '#web/record/Facts.tsx'
import { RecordSection } from '#web/record/RecordSection.tsx'
import { RecordPage } from '#web/record/RecordPage.tsx'
import { useEditing } from '#web/record/useEditing.ts'
import { RecordTabs, tabAddress, useRecordTab } from '#web/record/RecordTabs.tsx'
import { ErrorPanel } from '#web/ui/states.tsx'
import type { OfferedField } from '#features/additional-fields/contract.ts'
import { offeredFieldsQuery } from '#features/additional-fields/web/offered-fields.ts'
import { validateAnswers } from '#features/additional-fields/web/values.ts'
import { HistoryPart, historyQuery } from '#features/history/web/History.tsx'
import { HistoryList } from '#features/history/web/HistoryList.tsx'
import { LedgerPart } from '#features/ledger/web/LedgerPart.tsx'
import { recordStatus, statuses } from '#shared/statuses.ts'
import type { Decide, Review } from '#features/reviews/web/DecisionModal.tsx'
import { ReviewDecisions } from '#features/reviews/web/ReviewDecisions.tsx'
import { TasksPanel } from '#features/tasks/web/TasksPanel.tsx'
import { projectCells } from '../cells.ts'
import type { ProjectDetail } from '../contract.ts'
import { projectRecord } from '../fields.ts'
import { WaitingActs } from '#features/approvals/web/WaitingActs.tsx'
import { projectAddress } from './columns.ts'
import { fieldLabels, valueInWords } from './labels.ts'
import type { ProjectDialog } from './ProjectDialogs.tsx'
import {
  BasicFields,
  DatesSection,
  FundingFields,
  InternalStatusField,
  NeedsSection,
} from './ProjectFields.tsx'
import { ActionMenu, FundActions } from './ProjectActions.tsx'
import { HeadLabels, OrganizationParts } from './ProjectSidebar.tsx'
import { projectPeek } from './peek/load.ts'
import { ProjectFacts } from './ProjectFacts.tsx'
import { RecordCallout } from './RecordCallout.tsx'
import { changeOf, type ProjectValues, validateProject, valuesOf } from './values.ts'
import './projects.css'

// Few visitors open money and documents, and photos appear below everything else, so these load lazily.
const DocumentsTab = lazy(async () => ({
  default: (await import('#features/documents/web/DocumentsTab.tsx')).DocumentsTab,
}))
const PhotosSection = lazy(async () => ({
  default: (await import('#features/photos/web/PhotosSection.tsx')).PhotosSection,
}))
const MoneyTab = lazy(async () => ({ default: (await import('./MoneyTab.tsx')).MoneyTab }))
const MoneyTimeline = lazy(async () => ({ default: (await import('./MoneyTimeline.tsx')).MoneyTimeline }))
const ProjectDialogs = lazyDialog(() => import('./ProjectDialogs.tsx'), 'ProjectDialogs')

const detailOf = (slug: string) => q('GET /api/v4/project/:slug/', { params: { slug } })
const list = '/site-admin/projects/'
const tabs = ['details', 'money', 'documents', 'history'] as const

export function ProjectPage() {
  const { slug } = usePageParams('/site-admin/project/:slug/update/')
  const project = useQuery(detailOf(slug))
  const fields = useQuery(offeredFieldsQuery)
  if (project.data && fields.data)
    return <Project key={slug} project={project.data} offeredNow={fields.data.results} />
  const failed = [project, fields].find(({ error }) => error)
  return failed ? (
    <ErrorPanel asPage error={failed.error!} onRetry={() => void failed.refetch()} />
  ) : (
    <PageLoading />
  )
}

/** Puts a saved project into the cache, so that its page need not fetch it again. */
function keep(project: ProjectDetail): void {
  queryClient.setQueryData(detailOf(project.slug).queryKey, project)
}

function Project({ project, offeredNow }: { project: ProjectDetail; offeredNow: readonly OfferedField[] }) {
  const t = useText()
  const locale = useLocale()
  const allowed = useAllowed()
  const [dialog, setDialog] = useState<ProjectDialog>()
  // The form keeps the additional fields with which it was opened.
  const [fields] = useState(offeredNow)
  const { slug } = project
  const tab = useRecordTab(tabs)
  const address = projectAddress(slug)
  const edit = useEditing()
  const { data: beside } = useQuery(projectPeek(slug))
  const { form, saving, conflict } = useRecordForm<ProjectDetail, ProjectValues>({
    row: project,
    name: project.title,
    valuesOf: (row) => valuesOf(row, fields),
    validate: (values) => ({
      ...validateProject(values, t),
      ...validateAnswers(fields, values, valuesOf(project, fields), t, false),
    }),
    save: (values, changed, version) =>
      api('PATCH /api/v4/project/:slug/', {
        params: { slug },
        body: { ...changeOf(values, changed, fields), version },
      }),
    onSaved: keep,
    labels: fieldLabels(t, [], fields),
    shown: (key, value) => valueInWords(key, value, t, locale, fields),
    lastActor: async () =>
      (await queryClient.fetchQuery({ ...historyQuery('project', slug, 1, 10), staleTime: 0 })).results[0]
        ?.actor,
  })
  const decide: Decide = async (decision) => {
    const body = { ...decision, version: project.version }
    keep(await api('POST /api/v4/project/:slug/review/', { params: { slug }, body }))
  }
  const onDeleted = () => {
    // A reset form has nothing to save, so leaving asks no question.
    flushSync(() => form.reset())
    void navigate(list)
  }
  const titles = {
    organization: project.organization.title,
    ...(project.internal_status ? { internalStatus: project.internal_status.label } : {}),
    ...(project.individual_bank_account ? { account: project.individual_bank_account.title } : {}),
  }
  return (
    <RecordPage
      back={{ to: list, table: 'projects', text: t('projects.back') }}
      recordKey={slug}
      title={project.title}
      labels={<HeadLabels project={project} />}
      actions={
        <>
          <Button icon={IconInfoCircle} onClick={() => setDialog({ kind: 'info', project })}>
            {t('actions.info')}
          </Button>
          <FundActions project={project} />
          <ActionMenu project={project} open={setDialog} />
        </>
      }
      tabs={
        <RecordTabs
          address={address}
          open={tab}
          tabs={tabs.map((key) => ({ key, text: t(`record.tab.${key}`) }))}
        />
      }
      callout={
        <>
          <WaitingActs type="project" slug={slug} />
          <RecordCallout project={project} decisions={beside?.decisions} onMend={edit.mend} />
        </>
      }
      side={
        tab === 'money' ? (
          <Suspense fallback={<Spinner />}>
            <MoneyTimeline slug={slug} />
          </Suspense>
        ) : tab === 'history' ? undefined : (
          <>
            <OrganizationParts slug={slug} />
            <TasksPanel target={{ type: 'project', id: project.id, title: project.title }} />
            <LedgerPart slug={slug} all={tabAddress(address, 'money')} funded={project.funded_cents} />
            <HistoryPart record={projectRecord} slug={slug} title={project.title} />
          </>
        )
      }
      footer={
        // Typed values stay in the form while another tab is open.
        (tab === 'details' || form.dirty) && (
          <SaveBar dirty={form.dirty} saving={saving} onSave={form.submit} onDiscard={() => form.reset()} />
        )
      }
    >
      {tab === 'money' && (
        <Suspense fallback={<Spinner />}>
          <MoneyTab slug={slug} />
        </Suspense>
      )}
      {tab === 'documents' && (
        <Suspense fallback={<Spinner />}>
          <DocumentsTab target={{ type: 'project', id: project.id, title: project.title }} />
        </Suspense>
      )}
      {tab === 'history' && <HistoryList record={projectRecord} slug={slug} />}
      {tab === 'details' && (
        <FormSection
          anchor="review"
          title={t('projects.sections.review')}
          hint={t('projects.sections.review_hint')}
        >
          <ReviewDecisions
            subject="project"
            title={project.title}
            permission="change_projects"
            decide={decide}
            standing={beside?.decisions}
            reviews={reviewsOf(project, t)}
          />
        </FormSection>
      )}
      {tab === 'details' && (
        <EditSwitch
          editing={edit.editing}
          dirty={form.dirty}
          permission="change_projects"
          onChange={edit.setEditing}
        />
      )}
      {/* Typed values stay in the form while another tab is open. */}
      {edit.editing || form.dirty ? (
        <form {...form.props} hidden={tab !== 'details'}>
          <PermittedFields permission="change_projects" label={project.title}>
            <ErrorSummary
              errors={form.errors}
              labels={fieldLabels(t, form.values.needs, fields)}
              formError={form.formError}
            />
            <RequiredHint />
            <BasicFields
              form={form}
              fields={fields}
              titles={titles}
              email={project.organization.email_contact}
            />
            <RecordSection
              record={projectRecord}
              section="status"
              form={form}
              inputs={{
                status: (
                  <StatusField
                    form={form}
                    isArchived={project.status.choice === recordStatus.archived}
                    mayArchive={allowed('archive_projects')}
                  />
                ),
                internal_status: <InternalStatusField form={form} titles={titles} />,
              }}
            />
            <FormSection
              anchor="financing"
              title={t('projects.sections.financing')}
              hint={t('projects.sections.financing_hint')}
            >
              <Received project={project} />
              <FundingFields form={form} fields={fields} titles={titles} />
            </FormSection>
            <NeedsSection form={form} fields={fields} frozen={project.needs_frozen} />
            <DatesSection form={form} fields={fields} />
          </PermittedFields>
        </form>
      ) : (
        tab === 'details' && (
          <ProjectFacts project={project} fields={fields}>
            <Received project={project} />
          </ProjectFacts>
        )
      )}
      {tab === 'details' && (
        <Suspense fallback={<Spinner />}>
          <PhotosSection slug={slug} />
        </Suspense>
      )}
      {conflict}
      {dialog && <ProjectDialogs open={dialog} onClose={() => setDialog(undefined)} onDeleted={onDeleted} />}
    </RecordPage>
  )
}

function Received({ project }: { project: ProjectDetail }) {
  const t = useText()
  return (
    <MoneyBar
      received={project.funded_cents}
      goal={project.target_cents}
      labels={{ received: t('columns.funded'), missing: t('columns.missing'), goal: t('columns.target') }}
    />
  )
}

function reviewsOf(project: ProjectDetail, t: ReturnType<typeof useText>): Review[] {
  return [
    {
      kind: 'review',
      title: t('columns.review_status'),
      cell: projectCells.review_status(project),
      outcome: project.review_status.choice,
    },
    {
      kind: 'content',
      title: t('columns.content_review_status'),
      cell: projectCells.content_review_status(project),
      outcome: project.content_review_status.choice,
    },
    {
      kind: 'voting',
      title: t('columns.voting_review_status'),
      cell: projectCells.voting_review_status(project),
      outcome: project.voting_review_status.choice,
    },
  ]
}

type StatusFieldProps = {
  form: ReturnType<typeof useRecordForm<ProjectDetail, ProjectValues>>['form']
  isArchived: boolean
  mayArchive: boolean
}

function StatusField({ form, isArchived, mayArchive }: StatusFieldProps) {
  const t = useText()
  return (
    <SelectField
      {...form.field('status')}
      label={t('columns.status')}
      options={Object.entries(statuses).map(([choice, { name, label }]) => ({
        value: choice,
        label: t.of(label.text),
        disabled: !mayArchive && (name === 'archived') !== isArchived,
      }))}
    />
  )
}
