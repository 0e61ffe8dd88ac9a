import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import { showDay } from '#shared/dates.ts'
import type { SentSelection } from '#shared/lists/selection.ts'
import { ApiError, api } from '#web/api.ts'
import { fieldErrors } from '#web/form/errors.ts'
import { useIdempotencyKey } from '#web/idempotency.ts'
import type { ListHandle } from '#web/table/state/types.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { Modal } from '#web/ui/Modal.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { BulkAction } from '#features/bulk-runs/rules.ts'
import { Figures } from '#features/bulk-runs/web/Figures.tsx'
import {
  ProjectSelectionSummary,
  Mails,
  type Newcomer,
  type Preview,
  SelectionChanged,
  Samples,
  Shares,
  Skipped,
} from './parts.tsx'
import { watchRun } from '#features/bulk-runs/web/run-store.ts'
import '#features/bulk-runs/web/bulk.css'

type Errors = Record<string, string>

export type BulkActProps = {
  list: ListHandle
  action: BulkAction
  title: (count: number) => string
  /** Input of the act; undefined until a required choice is made. */
  input: object | undefined
  /** The part of `input` that affects the preview; all of `input` by default. */
  asked?: object | undefined
  /** Label of the main button, by the number that will change; undefined while that is counted. */
  submit: (willChange: number | undefined) => ReactNode
  /** Explanation when nothing would change, instead of the default. */
  nothing?: ((count: number) => string) | undefined
  /** Unit shown after the words of the samples. */
  unit?: string
  /** The mail checkbox and further content below the skipped rows. */
  mailTick?: ReactNode
  /** Toast title for a run that could not be started. */
  failed?: string
  dirty: boolean
  onKeyDown?: (event: KeyboardEvent<HTMLFormElement>) => void
  onClose: () => void
  /** The fields of the act, with the server's errors. */
  children?: (errors: Errors) => ReactNode
}

/** The current number of matching rows, when it differs from the expected one. */
type Changed = { count: number; exclude: string[]; newcomers?: Newcomer[] }
function changedCount(error: unknown): Changed | undefined {
  if (!(error instanceof ApiError) || error.body.code !== 'selection_changed') return undefined
  return error.body.current as Changed
}

/** Dialog before a bulk act: its fields, exact numbers of changes and skips, and random samples. */
export function BulkAct(props: BulkActProps) {
  const { list, action, input, asked = input, onClose, children } = props
  const t = useText()
  const formId = useId()
  const [sent, setSent] = useState<SentSelection>(list.selection.sent)
  const [openedAt] = useState(() => new Date().toISOString())
  const [seed, setSeed] = useState(0)
  const [shownCause, setShownCause] = useState<string>()
  const keyFor = useIdempotencyKey()
  const [running, setRunning] = useState(false)
  const [failure, setFailure] = useState<unknown>()
  const body = { selection: sent, since: openedAt, ...asked, seed, show: shownCause }
  const preview = useQuery({
    queryKey: ['bulk-preview', action, body],
    queryFn: ({ signal }) =>
      api('POST /api/v4/projects/bulk/:action/preview/', { params: { action }, body, signal }),
    enabled: asked !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
    gcTime: 0,
  })
  const count = 'slugs' in sent ? sent.slugs.length : sent.expected_count
  const changed = changedCount(preview.error) ?? changedCount(failure)
  if (changed && !('slugs' in sent)) {
    // The old rows can be named only if the new ones explain the whole difference.
    const { newcomers: all = [] } = changed
    const newcomers = changed.count - all.length === count ? all : []
    return (
      <SelectionChanged
        count={count}
        now={changed.count}
        newcomers={newcomers}
        onClose={onClose}
        onKeep={() => {
          setFailure(undefined)
          setSent({ ...sent, exclude: [...changed.exclude, ...newcomers.map((row) => row.slug)] })
        }}
        onAgain={() => {
          setFailure(undefined)
          setSent({ ...sent, exclude: changed.exclude, expected_count: changed.count })
          list.correctSelection(changed.exclude)
        }}
      />
    )
  }
  // Figures stay on screen while other names or samples of the same act load.
  const figures = asked === undefined ? undefined : preview.data
  const counted = preview.isPlaceholderData ? undefined : figures
  const errors = fieldErrors(failure)
  const start = async () => {
    if (running || input === undefined || !counted || counted.will_change === 0) return
    setRunning(true)
    setFailure(undefined)
    const call = { selection: sent, since: openedAt, ...input }
    try {
      const { bulk } = await api('POST /api/v4/projects/bulk/:action/', {
        params: { action },
        body: call,
        idempotencyKey: keyFor(call),
      })
      watchRun(bulk.id, list, count)
      onClose()
    } catch (error) {
      setFailure(error)
      if (props.failed && Object.keys(fieldErrors(error)).length === 0)
        notify({ tone: 'danger', title: props.failed, message: explain(error, t) })
    } finally {
      setRunning(false)
    }
  }
  const unexplained = failure ?? preview.error
  return (
    <Modal
      title={props.title(count)}
      subtitle={<ProjectSelectionSummary list={list} />}
      size="md"
      dirty={props.dirty}
      onClose={onClose}
      footer={(close) => (
        <>
          {figures && <Note preview={figures} />}
          <Button onClick={close}>{t('actions.cancel')}</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            loading={running}
            disabled={input === undefined || !counted || counted.will_change === 0}
          >
            {props.submit(counted?.will_change)}
          </Button>
        </>
      )}
    >
      <form
        id={formId}
        className="stack bulk-form"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          void start()
        }}
        onKeyDown={(event) => {
          props.onKeyDown?.(event)
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          void start()
        }}
      >
        {unexplained !== undefined && unexplained !== null && Object.keys(errors).length === 0 && (
          <Callout tone="danger" loud>
            {explain(unexplained, t)}
          </Callout>
        )}
        {children?.(errors)}
        <Figures
          items={[
            [t('bulk.will_change'), counted?.will_change],
            [t('bulk.skipped'), counted && counted.count - counted.will_change],
            ...(figures?.mails ? [[t('bulk.mails'), counted?.mails?.count] as const] : []),
          ]}
        />
        {counted && counted.will_change === 0 && (
          <p>{props.nothing?.(counted.count) ?? t('bulk.none_changes', { count: counted.count })}</p>
        )}
        {figures && (
          <>
            {figures.shares && <Shares shares={figures.shares} />}
            <Samples preview={figures} unit={props.unit} onOthers={() => setSeed(seed + 1)} />
            <Skipped preview={figures} shown={shownCause} onShow={setShownCause} />
          </>
        )}
        {props.mailTick}
        {figures?.mails && figures.mails.count + figures.mails.without_address > 0 && (
          <Mails mails={figures.mails} />
        )}
      </form>
    </Modal>
  )
}

/** Says before the click which effects can be undone. */
function Note({ preview: { undo_until: until, mails } }: { preview: Preview }) {
  const t = useText()
  const canStop = mails !== null && mails.minutes > 0
  return (
    <p className="caption muted foot-start bulk-note">
      {until === null ? t('bulk.not_as_one') : t('bulk.undo_until', { day: showDay(until.slice(0, 10)) })}
      {canStop && ` ${t('bulk.mails_stoppable')}`}
    </p>
  )
}

/** A button's label with a count. The accessible name omits the count because clients look buttons up by name. */
export function WithNumber({ word, count }: { word: string; count: number | undefined }) {
  return (
    <>
      {word}
      {count !== undefined && <span aria-hidden> {count}</span>}
    </>
  )
}
