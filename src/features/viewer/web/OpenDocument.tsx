import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Pdf } from '#web/pdf/load.ts'
import { useText } from '#web/texts.ts'
import { SaveBar } from '#web/record/SaveBar.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { IconX } from '#web/ui/icons.ts'
import type { DocumentRow } from '#features/documents/contract.ts'
import type { FoundValue } from '#features/document-reading/findings.ts'
import type { FoundItem } from '../found.ts'
import { usePageKeys, usePrinting } from './controls.ts'
import { useValueKeys } from './FoundValues.tsx'
import { PagesView, Thumbnails } from './PagesView.tsx'
import { Sheet } from './Sheet.tsx'
import type { Reading } from './useFindings.ts'
import { usePages } from './usePages.ts'
import { useSearch } from './useSearch.ts'
import { Values } from './Values.tsx'
import type { ValuesState } from './useValues.ts'
import { SearchBox, ViewerBar, ZoomButtons } from './ViewerBar.tsx'

type OpenDocumentProps = {
  pdf: Pdf
  row: DocumentRow
  reading: Reading
  values: ValuesState
  narrow: boolean
  wide: boolean
  /** On a phone the search replaces the page number. */
  searching: boolean
  onSearched: () => void
  onAbout: (about: string) => void
}

export function OpenDocument({
  pdf,
  row,
  reading,
  values,
  narrow,
  wide,
  searching,
  onSearched,
  onAbout,
}: OpenDocumentProps) {
  const t = useText()
  const pages = usePages(pdf, { readable: narrow })
  const search = useSearch(pdf, (page) => page !== pages.page && pages.show(page))
  const [thumbnails, setThumbnails] = useState(true)
  const field = useRef<HTMLInputElement>(null)
  const mark = row.state === 'withdrawn' ? t('viewer.withdrawn_mark') : undefined
  const { printing, startPrinting } = usePrinting(pdf, mark)
  usePageKeys(pages)
  const onShow = (found: FoundValue) => pages.show(found.page, found.place)
  const onGo = (item: FoundItem) => {
    const found = item.chosen ?? item.candidates[0]
    if (found) onShow(found)
  }
  useValueKeys(values, onGo)
  useFollowChosen(values, onGo)
  const about = t('viewer.page_and_zoom', { n: pages.page, m: pdf.pages, p: Math.round(pages.scale * 100) })
  const tell = useEffectEvent(onAbout)
  useEffect(() => tell(about), [about])
  useEffect(() => {
    if (searching) field.current?.focus()
  }, [searching])
  const all = <Values row={row} reading={reading} values={values} onShow={onShow} />
  const saveBar = (
    <SaveBar
      dirty={values.dirty}
      saving={values.saving}
      onSave={() => values.save()}
      onDiscard={values.reset}
    />
  )
  return (
    <div className="viewer-body" data-thumbnails={(wide && thumbnails) || undefined}>
      {wide && thumbnails && <Thumbnails pages={pages} />}
      <div className="viewer-main">
        {!narrow && (
          <ViewerBar
            pages={pages}
            search={search}
            printing={printing}
            onPrint={startPrinting}
            thumbnails={wide ? { shown: thumbnails, toggle: () => setThumbnails(!thumbnails) } : undefined}
          />
        )}
        {narrow && searching && (
          <div className="viewer-bar">
            <SearchBox search={search} field={field} onClose={onSearched} />
            <IconButton
              icon={IconX}
              label={t('viewer.close_search')}
              onClick={() => {
                search.setWords('')
                onSearched()
              }}
            />
          </div>
        )}
        <PagesView
          pages={pages}
          onText={search.onText}
          items={values.items}
          chosen={values.chosen}
          mark={mark}
        />
        {narrow && (
          <div className="viewer-zoom">
            <ZoomButtons pages={pages} />
          </div>
        )}
      </div>
      {narrow ? (
        <Sheet values={values} onGo={onGo} onShow={onShow} foot={saveBar}>
          {all}
        </Sheet>
      ) : (
        <aside
          className="viewer-side"
          aria-label={t(row.type === 'exemption_notice' ? 'viewer.found' : 'viewer.days')}
        >
          {all}
          {saveBar}
        </aside>
      )}
    </div>
  )
}

/** Scrolls to the chosen value whenever it changes, e.g. to the next open one after a decision. */
function useFollowChosen({ chosen }: ValuesState, onGo: (item: FoundItem) => void): void {
  const go = useEffectEvent(() => chosen && onGo(chosen))
  const field = chosen?.field
  useEffect(() => {
    if (field) go()
  }, [field])
}
