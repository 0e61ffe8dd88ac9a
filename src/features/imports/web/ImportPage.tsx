import { useRef, useState } from 'react'
import { ApiError, api } from '#web/api.ts'
import { useWatchedWork } from '#web/reported-work.ts'
import { changeSearch, shownPage } from '#web/router/navigate.ts'
import { useLocation, usePageParams } from '#web/router/page.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { IconArrowBackUp } from '#web/ui/lazy-icons.ts'
import { PageLoading } from '#web/ui/PageLoading.tsx'
import { RecordPage } from '#web/record/RecordPage.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { ErrorPanel, explain } from '#web/ui/states.tsx'
import { isWorking } from '../work-rules.ts'
import { ColumnQuestion } from './ColumnQuestion.tsx'
import { ColumnsSection } from './ColumnsSection.tsx'
import { ConfirmSection } from './ConfirmSection.tsx'
import { CurrencyQuestion, RatesNote } from './CurrencyQuestion.tsx'
import { HiddenParts } from './HiddenParts.tsx'
import { EncodingQuestion } from '#web/files/EncodingQuestion.tsx'
import { type Import, showStartedWork, useImport } from './data.ts'
import { useSerialTasks } from './useSerialTasks.ts'
import { stateLabels } from './labels.ts'
import { EarlierImports } from './EarlierImports.tsx'
import { MistakeQuestions, NegativeQuestion } from './MistakeQuestions.tsx'
import { OptionsSection } from './OptionsSection.tsx'
import { PreviewSection } from './PreviewSection.tsx'
import { Progress } from './Progress.tsx'
import { useOpenQuestionTexts } from './questions.ts'
import { RecipeNote, RecipeSection } from './RecipePart.tsx'
import { RepairSection } from './RepairSection.tsx'
import { removeLastRepair } from './repairs.ts'
import { Outcome, RefusedRows, ResultSection } from './ResultSection.tsx'
import { saveChoice } from './save-choice.ts'
import { ShapeSection } from './ShapeSection.tsx'
import { Steps } from './Steps.tsx'
import { type ImportView, viewOf } from './steps.ts'
import type { ChangeBody, ChangeImport, ImportChoice, RepairImport } from './types.ts'
import { UndoSection } from './UndoSection.tsx'
import './imports.css'

export function ImportPage() {
  const { id } = usePageParams('/site-admin/import/:id/')
  const { data, error, refetch } = useImport(Number(id))
  if (!data)
    return error ? <ErrorPanel asPage error={error} onRetry={() => void refetch()} /> : <PageLoading />
  return <OneImport data={data} onChanged={() => void refetch()} />
}

function OneImport({ data, onChanged }: { data: Import; onChanged: () => void }) {
  const t = useText()
  useWatchedWork('import', data.id)
  const [failure, setFailure] = useState<Failure>()
  const { inTurn, wasRefused } = useSerialTasks()
  const [asked, setAsked] = useState<'check' | 'run' | 'cancel' | 'change'>()
  const attempt = async (what: NonNullable<typeof asked>, call: () => Promise<unknown>) => {
    setAsked(what)
    // The messages of one queue stay together: what follows a refused change does not make up for it.
    if (!wasRefused()) setFailure(undefined)
    try {
      await call()
      return true
    } catch (error) {
      const next = failureOf(error, explain(error, t))
      setFailure((before) => (before ? both(before, next) : next))
      return false
    } finally {
      setAsked(undefined)
    }
  }
  const view = viewOf(data, useLocation().search.step)
  const parts = useRef<HTMLDivElement>(null)
  const params = { id: data.id }
  /** After queued work, the person may be on another page. */
  const goTo = (next: ImportView) => parts.current && changeSearch({ step: next })
  const act = (
    what: 'check' | 'run' | 'cancel',
    {
      expected,
      next,
    }: { expected?: { gifts: number; cents: number; taken_cents: number }; next?: ImportView } = {},
  ) =>
    attempt(what, async () => {
      const step = shownPage.get()?.location.search.step
      if (what === 'check') showStartedWork(await api('POST /api/v4/imports/:id/check/', { params }))
      if (what === 'run') await api('POST /api/v4/imports/:id/run/', { params, body: { expected } })
      if (what === 'cancel') await api('POST /api/v4/imports/:id/cancel/', { params })
      // Follows progress to the next step, unless the person has moved elsewhere.
      if (parts.current) changeSearch((now) => ({ step: now.step === step ? next : now.step }))
      parts.current?.scrollIntoView()
      onChanged()
    })
  const keep = (choice: ImportChoice) => attempt('change', () => saveChoice(data.id, choice))
  const [queued, setQueued] = useState<'check' | 'run'>()
  const checking = queued === 'check' || asked === 'check'
  const change: ChangeImport = (choice) => inTurn(() => keep(choice))
  /** Checks or books once pending changes are saved; not if one was refused, whose error stays in view. */
  const actInTurn = async (what: 'check' | 'run', options?: Parameters<typeof act>[1]) => {
    if (queued) return
    setQueued(what)
    await inTurn(async () => !wasRefused() && act(what, options))
    setQueued(undefined)
  }
  const repair: RepairImport = (repairsFor) =>
    inTurn(async () => {
      // Until the next check there are no counts, and the default step would differ.
      goTo('repair')
      const kept = await keep(({ repairs }) => ({ repairs: repairsFor(repairs) }))
      if (kept) await act('check', { next: 'repair' })
      return kept
    })
  /** An answer that changes the result of a check, ended or still running, triggers a new one. */
  const answer: ChangeImport = (choice) => {
    const wasChecked = data.counts !== null
    const isAsked = wasChecked || data.state === 'checking' || checking
    if (wasChecked) goTo(view)
    return inTurn(async () => {
      const taken = await keep(choice)
      if (taken && isAsked) await act('check', wasChecked ? { next: view } : {})
      return taken
    })
  }
  const leaveOut = () =>
    inTurn(async () => (await keep({ partial: true })) && act('check', { next: 'confirm' }))
  const questions = (
    <>
      <RecipeNote data={data} onChange={change} />
      {data.letters_question && data.can_change && (
        <EncodingQuestion
          words={wordsOf(data.letters_question.examples)}
          onChoose={(encoding) => void answer({ encoding })}
        />
      )}
      <HiddenParts data={data} onChange={answer} />
      <ColumnQuestion data={data} onChange={change} />
      <CurrencyQuestion data={data} onChange={answer} />
      <RatesNote data={data} onChange={answer} />
      <NegativeQuestion data={data} onChange={change} onReverse={answer} />
      <MistakeQuestions data={data} onChange={change} />
    </>
  )
  const label = stateLabels[data.state]
  const working = isWorking(data.state)
  return (
    <RecordPage
      back={{ to: '/site-admin/import/', text: t('imports.back') }}
      title={data.filename}
      labels={
        <>
          <StatusLabel tone={label.tone} text={t(label.text)} />
          <OpenIssues data={data} />
        </>
      }
      tabs={<Steps data={data} current={view} />}
      actions={
        data.can_change && (
          <Actions
            data={data}
            view={view}
            checking={checking}
            onCheck={() => void actInTurn('check')}
            onUndo={() => void repair(removeLastRepair())}
          />
        )
      }
    >
      <div className="import-parts" ref={parts}>
        {failure && <Refusal failure={failure} atFields={view === 'columns'} />}
        {working && (
          <Progress data={data} cancelling={asked === 'cancel'} onCancel={() => void act('cancel')} />
        )}
        {view === 'repair' ? (
          <RepairSection
            data={data}
            onRepair={repair}
            questions={questions}
            outside={!working && <RefusedRows data={data} onLeaveOut={() => void leaveOut()} />}
          />
        ) : (
          view !== 'imported' && questions
        )}
        {!working && view !== 'columns' && (
          <ResultSection
            data={data}
            withRefused={view !== 'repair'}
            onLeaveOut={() => void leaveOut()}
            onChange={change}
            onCheck={() => actInTurn('check', { next: view })}
          />
        )}
        {view === 'confirm' && (
          <ConfirmSection
            key={data.confirm?.cents}
            data={data}
            booking={queued === 'run'}
            onBook={(expected) => void actInTurn('run', { expected })}
          />
        )}
        {view === 'imported' && (data.state === 'done' || data.state === 'undone') && (
          <div className="import-after">
            {data.state === 'done' && <UndoSection data={data} onChanged={onChanged} />}
            <EarlierImports id={data.id} />
          </div>
        )}
        {view === 'columns' && (
          <>
            {!working && <Outcome data={data} />}
            <ColumnsSection
              key={data.columns.length}
              data={data}
              onChange={change}
              error={failure?.fields.columns}
            />
            {data.can_change && (
              <>
                <ShapeSection data={data} onChange={change} errors={failure?.fields ?? {}} />
                <OptionsSection data={data} onChange={change} errors={failure?.fields ?? {}} />
                <RecipeSection data={data} onChange={change} error={failure?.fields.keep_as} />
              </>
            )}
            <PreviewSection data={data} />
          </>
        )}
      </div>
    </RecordPage>
  )
}

function OpenIssues({ data }: { data: Import }) {
  const t = useText()
  const questions = useOpenQuestionTexts(data).length
  const refused = data.counts?.refused ?? 0
  const said = [
    ...(questions > 0 ? [t('imports.questions', { count: questions })] : []),
    ...(refused > 0 ? [t('imports.to_repair', { count: refused })] : []),
  ]
  if (!data.can_change || said.length === 0) return null
  return <StatusLabel tone="warning" text={said.join(', ')} />
}

type ActionsProps = {
  data: Import
  view: ImportView
  checking: boolean
  onCheck: () => void
  onUndo: () => void
}

function Actions({ data, view, checking, onCheck, onUndo }: ActionsProps) {
  const t = useText()
  const questions = useOpenQuestionTexts(data)
  const why = questions.length > 0 ? t('imports.answer_first', { questions: questions.join(' ') }) : undefined
  const isLast = view === 'confirm'
  const isChecked = data.counts !== null
  return (
    <>
      {view === 'repair' && (
        <Button icon={IconArrowBackUp} disabled={data.repairs.length === 0} onClick={onUndo}>
          {t('imports.undo_repair')}
        </Button>
      )}
      <Button variant={isChecked ? undefined : 'primary'} loading={checking} onClick={onCheck}>
        {isChecked ? t('imports.check_again') : t('imports.check')}
      </Button>
      {!isLast && isChecked && (
        <Button
          variant="primary"
          aria-disabled={why ? true : undefined}
          aria-description={why}
          title={why}
          onClick={() => !why && changeSearch({ step: view === 'columns' ? 'repair' : 'confirm' })}
        >
          {t('imports.continue')}
        </Button>
      )}
    </>
  )
}

/** A message, unless there are messages for fields. */
type Failure = { fields: Record<string, string>; message: string }

/** Fields of the step *Columns* that show their own message. */
const withMessage = new Set<string>([
  'columns',
  'values',
  'skip',
  'encoding',
  'separator',
  'sheet',
  'before',
  'year',
  'funding_type',
  'rates',
  'keep_as',
] satisfies (keyof ChangeBody)[])

/** What no field on the screen shows. */
function Refusal({ failure, atFields }: { failure: Failure; atFields: boolean }) {
  const t = useText()
  const others = Object.entries(failure.fields).filter(([name]) => !atFields || !withMessage.has(name))
  const messages = [failure.message, ...others.map(([, message]) => message)].filter(Boolean)
  if (messages.length === 0) return null
  return (
    <Callout loud tone="danger" title={t('imports.action_failed')}>
      {messages.join(' ')}
    </Callout>
  )
}

function failureOf(error: unknown, explained: string): Failure {
  const fields: Record<string, string> = {}
  if (error instanceof ApiError && error.fields)
    for (const [name, messages] of Object.entries(error.fields))
      fields[name.split('.')[0]!] = messages[0] ?? ''
  return { fields, message: Object.keys(fields).length === 0 ? explained : '' }
}

const both = (one: Failure, other: Failure): Failure => ({
  fields: { ...one.fields, ...other.fields },
  message: [...new Set([one.message, other.message])].filter(Boolean).join(' '),
})

const wordsOf = (examples: NonNullable<Import['letters_question']>['examples']) => ({
  'windows-1252': examples.map((one) => one['windows-1252']),
  cp850: examples.map((one) => one.cp850),
})
