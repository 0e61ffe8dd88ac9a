import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { visible } from '#shared/text-direction.ts'
import { q } from '#web/api.ts'
import type { Pdf } from '#web/pdf/load.ts'
import { BackLink } from '#web/record/RecordPage.tsx'
import { useLocation, usePageParams } from '#web/router/page.ts'
import { useText } from '#web/texts.ts'
import { useBreakpoint, usePageTitle } from '#web/theme.ts'
import { usePageKeys, usePrinting } from './controls.ts'
import { OpenedPdf } from './OpenedPdf.tsx'
import { PagesView, Thumbnails } from './PagesView.tsx'
import { usePages } from './usePages.ts'
import { useTestPrint } from './usePdf.ts'
import { useSearch } from './useSearch.ts'
import { ViewerBar } from './ViewerBar.tsx'
import './viewer.css'

/** The viewer for a test print of a template version. */
export function TestPrintPage() {
  const t = useText()
  const { slug } = usePageParams('/site-admin/document-template/:slug/test-print/')
  const { search } = useLocation()
  const number = Number(search.version ?? 1)
  const { project } = search
  const { data } = useQuery(q('GET /api/v4/document-templates/:slug/', { params: { slug } }))
  const opened = useTestPrint(slug, number, project)
  const title = t('documents.templates.test_of', { title: visible(data?.title ?? slug) })
  usePageTitle(title)
  const back =
    `/site-admin/document-template/${slug}/?version=${number}${project ? `&project=${project}` : ''}` as PageAddress
  return (
    <div className="viewer">
      <header className="record-head">
        <div>
          <BackLink to={back} text={visible(data?.title ?? slug)} />
          <h1 tabIndex={-1}>{title}</h1>
          <div className="record-labels">
            <span className="muted">{t('documents.templates.nothing_kept')}</span>
          </div>
        </div>
      </header>
      <OpenedPdf opened={opened}>{(pdf) => <OpenPages pdf={pdf} />}</OpenedPdf>
    </div>
  )
}

function OpenPages({ pdf }: { pdf: Pdf }) {
  const pages = usePages(pdf, { readable: false })
  const search = useSearch(pdf, (page) => page !== pages.page && pages.show(page))
  const wide = useBreakpoint() === 'wide'
  const [thumbnails, setThumbnails] = useState(true)
  const { printing, startPrinting } = usePrinting(pdf)
  usePageKeys(pages)
  return (
    <div className="viewer-body" data-alone data-thumbnails={(wide && thumbnails) || undefined}>
      {wide && thumbnails && <Thumbnails pages={pages} />}
      <div className="viewer-main">
        <ViewerBar
          pages={pages}
          search={search}
          printing={printing}
          onPrint={startPrinting}
          thumbnails={wide ? { shown: thumbnails, toggle: () => setThumbnails(!thumbnails) } : undefined}
        />
        <PagesView pages={pages} onText={search.onText} items={[]} chosen={undefined} />
      </div>
    </div>
  )
}
