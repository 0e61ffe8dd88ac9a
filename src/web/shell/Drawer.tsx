import { useText } from '../texts.ts'
import { Modal } from '../ui/Modal.tsx'
import { NavigationLinks } from './Sidebar.tsx'

/** The navigation below 992 px. */
export function Drawer({ onClose }: { onClose: () => void }) {
  const t = useText()
  return (
    <Modal drawer title={t('nav.menu')} onClose={onClose}>
      <nav className="side in-drawer" aria-label={t('nav.main')}>
        <NavigationLinks />
      </nav>
    </Modal>
  )
}
