import { useText } from '#web/texts.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { IconChevronLeft, IconChevronRight } from '#web/ui/icons.ts'
import { Modal } from '#web/ui/Modal.tsx'
import type { Photo } from '../contract.ts'
import { nameOf } from './photos.ts'

type LargePhotoProps = {
  photos: readonly Photo[]
  id: number
  onShow: (id: number) => void
  onClose: () => void
}

/** One photo as large as the window allows; buttons and arrow keys lead to its neighbours. */
export function LargePhoto({ photos, id, onShow, onClose }: LargePhotoProps) {
  const t = useText()
  const at = photos.findIndex((photo) => photo.id === id)
  const photo = photos[at]!
  const step = (by: number) => {
    const next = photos[at + by]
    if (next) onShow(next.id)
  }
  const place = t('photos.place', { place: at + 1, count: photos.length })
  return (
    <Modal title={nameOf(photo)} size="xl" dirty={false} onClose={onClose}>
      <div
        className="photo-large"
        onKeyDown={(event) => {
          if (event.key === 'ArrowLeft') step(-1)
          if (event.key === 'ArrowRight') step(1)
        }}
      >
        <img src={photo.url} alt={photo.alt} width={photo.width} height={photo.height} />
        <div className="photo-steps">
          <IconButton
            icon={IconChevronLeft}
            label={t('photos.previous')}
            aria-disabled={at === 0 || undefined}
            onClick={() => step(-1)}
          />
          <span className="small muted figures" role="status">
            {place}
          </span>
          <IconButton
            icon={IconChevronRight}
            label={t('photos.next')}
            aria-disabled={at === photos.length - 1 || undefined}
            onClick={() => step(1)}
          />
        </div>
      </div>
    </Modal>
  )
}
