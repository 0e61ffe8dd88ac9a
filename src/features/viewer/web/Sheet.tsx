import { useRef, useState } from 'react'
import { useText } from '#web/texts.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { IconChevronLeft, IconChevronRight } from '#web/ui/icons.ts'
import type { FoundValue } from '#features/document-reading/findings.ts'
import { type FoundItem, isOpen } from '../found.ts'
import { FoundLabel, OpenValue } from './FoundValues.tsx'
import type { ValuesState } from './useValues.ts'

type SheetProps = {
  values: ValuesState
  onGo: (item: FoundItem) => void
  onShow: (found: FoundValue) => void
  /** All values, visible while the sheet is expanded. */
  children: React.ReactNode
  /** Stays at the bottom, expanded or not. */
  foot: React.ReactNode
}

/** Drag distance in pixels at which the sheet expands or collapses. */
const snapDistance = 40

/** Bottom sheet of a phone: one value, or all of them when expanded. */
export function Sheet({ values, onGo, onShow, children, foot }: SheetProps) {
  const t = useText()
  const [isUp, setIsUp] = useState(false)
  const begun = useRef<number>(undefined)
  const { chosen, items } = values
  const showsAll = isUp || !chosen
  const step = (by: 1 | -1) => {
    const next = values.step(by)
    if (next) onGo(next)
  }
  return (
    <section className="viewer-sheet" data-up={showsAll || undefined} aria-label={t('viewer.found')}>
      <button
        type="button"
        className="viewer-handle"
        aria-expanded={showsAll}
        aria-label={t(showsAll ? 'viewer.one_value' : 'viewer.all_values')}
        onClick={() => setIsUp(!isUp)}
        onPointerDown={(event) => {
          begun.current = event.clientY
          event.currentTarget.setPointerCapture(event.pointerId)
        }}
        onPointerMove={({ clientY }) => {
          const moved = begun.current === undefined ? 0 : clientY - begun.current
          if (Math.abs(moved) < snapDistance) return
          begun.current = undefined
          setIsUp(moved < 0)
        }}
        onPointerUp={(event) => {
          // The end of a drag must not count as a click.
          if (begun.current === undefined) event.preventDefault()
          begun.current = undefined
        }}
      >
        <span aria-hidden />
      </button>
      {showsAll ? (
        children
      ) : (
        <div className="viewer-one">
          <div className="found-head">
            <span className="found-number" data-chosen aria-hidden>
              {chosen.number}
            </span>
            <h2>{t(`viewer.fields.${chosen.field}`)}</h2>
            <IconButton icon={IconChevronLeft} label={t('viewer.previous_value')} onClick={() => step(-1)} />
            <span className="small muted figures">
              {t('viewer.value_of', { n: chosen.number, m: items.length })}
            </span>
            <IconButton icon={IconChevronRight} label={t('viewer.next_value')} onClick={() => step(1)} />
          </div>
          <FoundLabel state={chosen.state} />
          {isOpen(chosen) && <OpenValue item={chosen} values={values} onShow={onShow} />}
          <p className="small muted">{t('viewer.suggestions')}</p>
        </div>
      )}
      {foot}
    </section>
  )
}
