import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { showDay } from '#shared/dates.ts'
import { formatEuro } from '#shared/money.ts'
import { MoneyFailure } from '#web/record/MoneyFailure.tsx'
import { hasOpenLayer } from '#web/layers.ts'
import { useCan } from '#web/profile.tsx'
import { useShortcut } from '#web/shortcuts.ts'
import { useIsMobile } from '#web/theme.ts'
import { currentLocale, type Translate, useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconCheck } from '#web/ui/icons.ts'
import { IconArrowsSplit2, IconEyeOff, IconPlayerPause } from '#web/ui/lazy-icons.ts'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { Sentence } from '#web/ui/Sentence.tsx'
import { preselectFrom } from '../suggest.ts'
import { Choices } from './Choices.tsx'
import { isTarget, type LineDetail, type Suggestion, type Target } from './data.ts'
import { LastDecision } from './LastDecision.tsx'
import { LineHead, type LineViewProps } from './LineHead.tsx'
import { HoldOrIgnoreDialog } from './HoldOrIgnoreDialog.tsx'
import { draftOf, isSuggested, isWhole, leftOf, withNewPart } from './split.ts'
import { SplitParts } from './SplitParts.tsx'
import { type Decision, useDecide } from './useDecide.ts'
import { useDraft } from './useDraft.ts'

const permission = 'change_bank_statements'

/** An open line: its suggestions, its split, and the four possible actions. */
export function OpenLine({ line, statement, last, onDecided, onNext }: LineViewProps & { line: LineDetail }) {
  const t = useText()
  const locale = useLocale()
  const mayChange = useCan(permission)
  const cents = Math.abs(line.amount_cents)
  const [best] = line.suggestions
  const mobile = useIsMobile()
  const [chosen, setChosen] = useState<Target | undefined>(
    best && isTarget(best) && best.score >= preselectFrom ? best : undefined,
  )
  const [aside, setAside] = useState<'hold' | 'ignore'>()
  const draft = useDraft(line)
  const { decide, running, failure } = useDecide(async (decided) => {
    draft.forget()
    await onDecided(decided)
  })
  const place = useRef<HTMLDivElement>(null)
  const { parts } = draft
  const left = parts ? leftOf(line.amount_cents, parts) : 0
  const canMatch = parts ? isWhole(line.amount_cents, parts) : chosen !== undefined
  const why = canMatch
    ? undefined
    : left !== 0
      ? t('bank_statements.left_of', { amount: formatEuro(left, locale) })
      : t('bank_statements.choose_first')
  const settle = (decision: Decision) => decide(line, decision)
  /** The chosen targets, once they are complete. */
  const wholeParts = (): WholePart[] =>
    parts
      ? parts.map(({ target, amount }) => ({ ...target!, amount_cents: amount! }))
      : [{ ...chosen!, amount_cents: cents }]
  const match = () => {
    if (!canMatch || !mayChange) return
    const wanted = wholeParts().map(({ target_type, target_slug, amount_cents }) => ({
      target_type,
      target_slug,
      amount_cents,
    }))
    void settle({ act: 'match', parts: wanted })
  }
  const choose = (to: Target | Suggestion) => {
    if ('split' in to && to.split.length > 0) {
      if (mayChange) draft.change(draftOf(to.split))
    } else if (isTarget(to)) {
      setChosen(to)
      if (parts) draft.change(undefined)
    }
  }
  const toggleSplit = () => {
    if (!mayChange) return
    draft.change(parts ? undefined : withNewPart(line.amount_cents, [], chosen))
  }
  useShortcut('m', match)
  useShortcut('s', toggleSplit)
  useShortcut('h', () => mayChange && setAside('hold'))
  useShortcut('i', () => mayChange && setAside('ignore'))
  useShortcut('/', () => place.current?.querySelector<HTMLElement>('[name=other_target]')?.focus())
  useShortcut('Escape', () => parts && toggleSplit())
  useSubmitKey(match)
  return (
    <>
      <div className="statement-line" ref={place}>
        <LineHead line={line} />
        {!(parts && mobile) && (
          <Choices
            suggestions={line.suggestions}
            line={line}
            chosen={parts ? line.suggestions.find(({ split }) => isSuggested(parts, split)) : chosen}
            onChoose={choose}
          />
        )}
        {parts && <SplitParts line={line} parts={parts} onChange={draft.change} />}
        {canMatch && (
          <Sentence>{sentenceOf(t, line, wholeParts(), statement.reconciliation.suspense_cents)}</Sentence>
        )}
        {failure && !aside && (
          <MoneyFailure
            error={failure.error}
            isOvertaken={failure.byOther}
            action={
              failure.byOther && <Button onClick={() => onNext(line)}>{t('bank_statements.next')}</Button>
            }
          />
        )}
      </div>
      {last && <LastDecision line={last} onDecided={onDecided} />}
      <div className="statement-acts">
        <PermissionButton
          permission={permission}
          variant="primary"
          icon={IconCheck}
          loading={running === 'match'}
          aria-disabled={canMatch ? undefined : true}
          aria-keyshortcuts="m Control+Enter"
          data-key="M"
          title={why}
          aria-description={why}
          onClick={match}
        >
          {t('bank_statements.match_and_next')}
        </PermissionButton>
        <PermissionButton
          permission={permission}
          icon={IconArrowsSplit2}
          aria-pressed={parts !== undefined}
          aria-keyshortcuts="s"
          data-key="S"
          onClick={toggleSplit}
        >
          {t('bank_statements.split')}
        </PermissionButton>
        <PermissionButton
          permission={permission}
          icon={IconPlayerPause}
          aria-keyshortcuts="h"
          data-key="H"
          onClick={() => setAside('hold')}
        >
          {t('bank_statements.hold')}
        </PermissionButton>
        <PermissionButton
          permission={permission}
          icon={IconEyeOff}
          aria-keyshortcuts="i"
          data-key="I"
          onClick={() => setAside('ignore')}
        >
          {t('bank_statements.ignore')}
        </PermissionButton>
      </div>
      {aside && (
        <HoldOrIgnoreDialog
          act={aside}
          line={line}
          failure={failure?.error}
          onClose={() => setAside(undefined)}
          onSend={(reason) => settle({ act: aside, reason })}
        />
      )}
    </>
  )
}

type WholePart = Target & { amount_cents: number }

function sentenceOf(t: Translate, line: LineDetail, targets: readonly WholePart[], suspense: number) {
  const back = targets.filter(({ target_type }) => target_type === 'bank_line')
  // Money sent back leaves suspense together with the money of the other line.
  const others = Math.sign(line.amount_cents) * back.reduce((sum, part) => sum + part.amount_cents, 0)
  const [a, b] = [suspense, suspense - line.amount_cents + others].map((sum) =>
    formatEuro(sum, currentLocale()),
  )
  const values = { count: targets.length, day: showDay(line.booked_on), a: a!, b: b! }
  if (back.length > 0) return t('bank_statements.sentence_back', { ...values, count: back.length })
  if (line.amount_cents < 0) return t('bank_statements.sentence_out', values)
  const [first] = targets
  if (targets.length === 1 && first?.target_type === 'private_donation')
    return t('bank_statements.sentence_pledge', {
      number: first.title.split(' ', 1)[0]!,
      amount: formatEuro(line.amount_cents, currentLocale()),
      day: showDay(line.booked_on),
    })
  const onlyGifts = targets.every(({ target_type }) => target_type === 'project')
  return t(onlyGifts ? 'bank_statements.sentence_gifts' : 'bank_statements.sentence_in', values)
}

/** Ctrl or ⌘ with Enter, also inside fields. */
function useSubmitKey(run: () => void): void {
  const now = useEffectEvent(run)
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || hasOpenLayer()) return
      event.preventDefault()
      now()
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
