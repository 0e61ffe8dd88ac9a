import { formatEuro } from '#shared/money.ts'
import type { Locale } from '#shared/messages.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { useShortcut } from '#web/shortcuts.ts'
import { type Translate, useLocale, useText } from '#web/texts.ts'
import { IconCheck } from '#web/ui/icons.ts'
import { IconMinus } from '#web/ui/lazy-icons.ts'
import { isTarget, keyOfTarget, type LineRow, nameOfTarget, type Suggestion, type Target } from './data.ts'
import { useTargets } from './useTargets.ts'

type ChoicesProps = {
  suggestions: readonly Suggestion[]
  line: Pick<LineRow, 'id' | 'amount_cents'>
  chosen: Target | Suggestion | undefined
  onChoose: (target: Target | Suggestion) => void
}

/** At most five suggestions, best first, and the search for another target. */
export function Choices({ suggestions, line, chosen, onChoose }: ChoicesProps) {
  const t = useText()
  const chosenKey = chosen && keyOfTarget(chosen)
  const isOther = chosen !== undefined && !suggestions.some((one) => keyOfTarget(one) === chosenKey)
  return (
    <fieldset className="statement-choices">
      <legend className="visually-hidden">{t('bank_statements.suggestions')}</legend>
      {suggestions.length === 0 && (
        <p className="statement-choice muted">{t('bank_statements.none_suggested')}</p>
      )}
      {suggestions.map((one, at) => (
        <Choice
          key={keyOfTarget(one)}
          suggestion={one}
          digit={String(at + 1)}
          chosen={keyOfTarget(one) === chosenKey}
          onChoose={() => onChoose(one)}
        />
      ))}
      <div className="statement-choice statement-other" data-chosen={isOther || undefined}>
        <span className="statement-mark" aria-hidden />
        <kbd className="kbd" aria-hidden>
          /
        </kbd>
        <TargetField
          name="other_target"
          label={t('bank_statements.another')}
          line={line}
          target={isOther && isTarget(chosen) ? chosen : undefined}
          onChange={onChoose}
        />
      </div>
    </fieldset>
  )
}

type ChoiceProps = { suggestion: Suggestion; digit: string; chosen: boolean; onChoose: () => void }

function Choice({ suggestion, digit, chosen, onChoose }: ChoiceProps) {
  const t = useText()
  const locale = useLocale()
  useShortcut(digit, onChoose)
  // The text itself names the amount for each project.
  const isAsSaid =
    suggestion.split.length > 0 && suggestion.split.every((part) => part.target_type === 'project')
  return (
    <label className="statement-choice" data-chosen={chosen || undefined}>
      <input type="radio" name="target" checked={chosen} onChange={onChoose} />
      <kbd className="kbd" aria-hidden>
        {digit}
      </kbd>
      <span className="statement-choice-words">
        <span>
          <strong className="strong">
            {isAsSaid ? nameOfSplit(suggestion, t) : nameOfTarget(suggestion, t)}
          </strong>{' '}
          <span className="muted">
            {isAsSaid
              ? t('bank_statements.from_text')
              : [suggestion.title && t(`bank_statements.target.${suggestion.target_type}`), suggestion.detail]
                  .filter(Boolean)
                  .join(' · ')}
          </span>
        </span>
        <span className="statement-why">
          {suggestion.why.map(({ reason, met }) => (
            <span key={reason} data-met={met || undefined}>
              {met ? (
                <IconCheck size={14} stroke={2} aria-hidden />
              ) : (
                <IconMinus size={14} stroke={2} aria-hidden />
              )}
              {reasonText(suggestion, { reason, met }, t, locale)}
            </span>
          ))}
        </span>
      </span>
      <span className="figures strong statement-choice-amount">
        {formatEuro(suggestion.amount_cents, locale)}
      </span>
      <span className="statement-score" title={t('bank_statements.score', { score: suggestion.score })}>
        <span className="statement-meter" aria-hidden>
          <span style={{ inlineSize: `${suggestion.score}%` }} />
        </span>
        <span className="visually-hidden">{t('bank_statements.score', { score: suggestion.score })}</span>
        <span className="figures strong" aria-hidden>
          {suggestion.score}
        </span>
      </span>
    </label>
  )
}

const nameOfSplit = ({ split }: Suggestion, t: Translate) =>
  split.length === 2
    ? t('bank_statements.split_two_projects')
    : t('bank_statements.split_projects', { n: String(split.length) })

function reasonText(
  { split }: Suggestion,
  { reason, met }: Suggestion['why'][number],
  t: Translate,
  locale: Locale,
): string {
  const amounts = split.map((part) => formatEuro(part.amount_cents, locale))
  if (!met) return t(`bank_statements.why_not.${reason}`)
  if (amounts.length < 2) return t(`bank_statements.why.${reason}`)
  if (reason === 'amount')
    return t('bank_statements.why_split.amount', {
      a: amounts.slice(0, -1).join(' + '),
      b: amounts.at(-1)!,
    })
  if (reason === 'reference' || reason === 'title') return t(`bank_statements.why_split.${reason}`)
  return t(`bank_statements.why.${reason}`)
}

type TargetFieldProps = {
  name: string
  label: string
  line: Pick<LineRow, 'id' | 'amount_cents'>
  target: Target | undefined
  onChange: (target: Target) => void
}

export function TargetField({ name, label, line, target, onChange }: TargetFieldProps) {
  const t = useText()
  const { options, onSearch, loading, targetOf } = useTargets(line)
  return (
    <SelectField
      name={name}
      label={label}
      placeholder={label}
      value={target ? keyOfTarget(target) : ''}
      valueLabel={target ? nameOfTarget(target, t) : ''}
      options={options}
      onSearch={onSearch}
      loading={loading}
      onChange={(key) => {
        const found = targetOf(key)
        if (found) onChange(found)
      }}
    />
  )
}
