import { useEffect, useEffectEvent, useId } from 'react'
import { showDay } from '#shared/dates.ts'
import type { Tone } from '#shared/labels.ts'
import { dash } from '#shared/labels.ts'
import { hasOpenLayer } from '#web/layers.ts'
import { useShortcut } from '#web/shortcuts.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { type Icon } from '#web/ui/icons.ts'
import { IconTextScan2 } from '#web/ui/lazy-icons.ts'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { cornerOf, differencesOf, type FoundValue, type Part } from '#features/document-reading/findings.ts'
import { type FoundItem, type FoundState, isOpen } from '../found.ts'
import type { ValuesState } from './useValues.ts'

const tones: Record<FoundState, Tone> = {
  agrees: 'success',
  used: 'success',
  kept: 'default',
  differs: 'warning',
  suggestion: 'default',
}
const icons: Partial<Record<FoundState, Icon>> = { suggestion: IconTextScan2 }

type FoundValuesProps = { values: ValuesState; onShow: (found: FoundValue) => void }

/** Every found value beside the record's value; j and k move between them, Enter accepts, Backspace keeps the record's. */
export function FoundValues({ values, onShow }: FoundValuesProps) {
  const t = useText()
  return (
    <ol className="found-values">
      {values.items.map((item) => (
        <li
          key={item.field}
          className="found-value"
          data-chosen={item.field === values.chosen?.field || undefined}
          onClick={() => values.go(item)}
          onFocus={() => values.go(item)}
        >
          <div className="found-head">
            <span className="found-number" aria-hidden>
              {item.number}
            </span>
            <h3>{t(`viewer.fields.${item.field}`)}</h3>
            <FoundLabel state={item.state} />
          </div>
          {isOpen(item) ? (
            <OpenValue item={item} values={values} onShow={onShow} />
          ) : (
            <p className="found-quiet">
              <span>{shown(item, item.state === 'kept' ? item.recorded : (item.chosen?.value ?? ''))}</span>
              {item.state !== 'agrees' && (
                <button type="button" className="viewer-link" onClick={() => values.takeBack(item)}>
                  {t('actions.undo')}
                </button>
              )}
            </p>
          )}
        </li>
      ))}
    </ol>
  )
}

export function FoundLabel({ state }: { state: FoundState }) {
  const t = useText()
  const icon = icons[state]
  return <StatusLabel tone={tones[state]} text={t(`viewer.states.${state}`)} {...(icon && { icon })} />
}

const shown = ({ field }: Pick<FoundItem, 'field'>, value: string) =>
  value === '' ? dash : field === 'issued_on' ? showDay(value) : value

type OpenValueProps = { item: FoundItem; values: ValuesState; onShow: (found: FoundValue) => void }

/** A found value with its position, the record's value and the possible acts. */
export function OpenValue({ item, values, onShow }: OpenValueProps) {
  const t = useText()
  const name = useId()
  const { chosen, candidates, recorded } = item
  const [inDocument, inRecord] = differencesOf(shown(item, chosen?.value ?? ''), shown(item, recorded))
  const isMarked = recorded !== '' && chosen !== undefined
  const missing = values.missing(item.field)
  const why = missing && t('actions.needs', { name: missing })
  const isCurrent = item.field === values.chosen?.field
  const place = (found: FoundValue) => (
    <button type="button" className="viewer-link strong" onClick={() => onShow(found)}>
      {t('viewer.place', { n: found.page, place: t(`viewer.places.${cornerOf(found.place)}`) })}
    </button>
  )
  return (
    <>
      <dl className="found-facts">
        <div>
          <dt>{t('viewer.in_document')}</dt>
          <dd>
            {candidates.length === 1 || chosen ? (
              <>
                <Parts
                  parts={isMarked ? inDocument : [{ text: shown(item, chosen!.value), differs: false }]}
                />
                {candidates.length === 1 && place(chosen!)}
              </>
            ) : (
              <span className="muted">{t('viewer.choose_one')}</span>
            )}
          </dd>
        </div>
        {candidates.length > 1 && (
          <div role="radiogroup" aria-label={t('viewer.in_document')} className="found-candidates">
            {candidates.map((found) => (
              <span key={found.value}>
                <label>
                  <input
                    type="radio"
                    name={name}
                    checked={found === chosen}
                    onChange={() => {
                      values.choose(item, found)
                      onShow(found)
                    }}
                  />
                  {shown(item, found.value)}
                </label>
                {place(found)}
              </span>
            ))}
          </div>
        )}
        <div>
          <dt>{t('viewer.in_record')}</dt>
          <dd>
            <Parts parts={isMarked ? inRecord : [{ text: shown(item, recorded), differs: false }]} />
          </dd>
        </div>
      </dl>
      <div className="found-actions">
        <Button
          size="sm"
          variant={isCurrent ? 'primary' : 'default'}
          aria-disabled={missing || !chosen ? true : undefined}
          title={why}
          aria-description={why}
          onClick={() => !missing && values.decide(item, 'used')}
        >
          {t('viewer.use')}
        </Button>
        <Button
          size="sm"
          variant={recorded === '' ? 'quiet' : 'default'}
          aria-disabled={missing ? true : undefined}
          title={why}
          aria-description={why}
          onClick={() => !missing && values.decide(item, 'kept')}
        >
          {t(recorded === '' ? 'actions.discard' : 'viewer.keep')}
        </Button>
        {isCurrent && !missing && (
          <kbd className="kbd" aria-hidden>
            {t('viewer.enter')}
          </kbd>
        )}
      </div>
    </>
  )
}

/** A text with differences highlighted. */
function Parts({ parts }: { parts: readonly Part[] }) {
  return (
    <span className="figures found-text">
      {parts.map(({ text, differs }, at) =>
        differs ? <mark key={at}>{text}</mark> : <span key={at}>{text}</span>,
      )}
    </span>
  )
}

/** j and k move between values; Enter and Backspace decide unless a field, button or link has the focus. */
export function useValueKeys(values: ValuesState, onGo: (item: FoundItem) => void): void {
  const step = (by: 1 | -1) => {
    const next = values.step(by)
    if (next) onGo(next)
  }
  useShortcut('j', () => step(1))
  useShortcut('k', () => step(-1))
  const press = useEffectEvent((key: 'Enter' | 'Backspace') => {
    const { chosen } = values
    if (chosen && isOpen(chosen) && !values.missing(chosen.field))
      values.decide(chosen, key === 'Enter' ? 'used' : 'kept')
  })
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { key, target } = event
      if (key !== 'Enter' && key !== 'Backspace') return
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || hasOpenLayer()) return
      const own = key === 'Enter' ? 'input, textarea, select, button, a' : 'input, textarea, select'
      if (target instanceof Element && target.closest(own)) return
      press(key)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [])
}
