import type { PageAddress } from '#shared/pages.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { useText } from '#web/texts.ts'
import { Modal } from '#web/ui/Modal.tsx'

type ViewSheetProps = {
  views: readonly { key: string; title: string; count: string; href: PageAddress; isCurrent: boolean }[]
  onClose: () => void
}

/** The views on a phone: a bottom sheet with counts. */
export function ViewSheet({ views, onClose }: ViewSheetProps) {
  const t = useText()
  return (
    <Modal drawer title={t('project_views.label')} onClose={onClose}>
      <ul className="view-sheet">
        {views.map(({ key, title, count, href, isCurrent }) => (
          <li key={key}>
            <PageLink href={href} aria-current={isCurrent ? 'page' : undefined} onClick={onClose}>
              {title} <span className="figures">{count}</span>
            </PageLink>
          </li>
        ))}
      </ul>
    </Modal>
  )
}
