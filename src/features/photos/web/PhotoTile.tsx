import type { ComponentProps } from 'react'
import { useCan } from '#web/profile.tsx'
import { useText } from '#web/texts.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { IconDots } from '#web/ui/icons.ts'
import { IconGripVertical } from '#web/ui/lazy-icons.ts'
import { Menu, type MenuItem } from '#web/ui/Menu.tsx'
import type { Photo } from '../contract.ts'
import { nameOf } from './photos.ts'

const right = 'change_projects'

export type PhotoAct = 'large' | 'describe' | 'make_title' | 'to_front' | 'earlier' | 'later' | 'delete'

type PhotoTileProps = {
  photo: Photo
  /** Counted from 1. */
  place: number
  count: number
  dragged: boolean
  /** Props of the handle that moves the photo by pointer and key. */
  handle: Pick<ComponentProps<'button'>, 'onKeyDown' | 'onPointerDown'> & { 'data-photo': number }
  onAct: (act: PhotoAct) => void
}

export function PhotoTile({ photo, place, count, dragged, handle, onAct }: PhotoTileProps) {
  const t = useText()
  const allowed = useCan(right)
  const name = nameOf(photo)
  const missing = allowed ? undefined : right
  const items: MenuItem[] = [
    { key: 'describe', text: t('photos.describe'), missing, onSelect: () => onAct('describe') },
    ...(photo.is_title
      ? []
      : [{ key: 'title', text: t('photos.make_title'), missing, onSelect: () => onAct('make_title') }]),
    ...(place > 1
      ? [
          { key: 'front', text: t('photos.to_front'), missing, onSelect: () => onAct('to_front') },
          { key: 'earlier', text: t('photos.earlier'), missing, onSelect: () => onAct('earlier') },
        ]
      : []),
    ...(place < count
      ? [{ key: 'later', text: t('photos.later'), missing, onSelect: () => onAct('later') }]
      : []),
    'line',
    { key: 'delete', text: t('photos.delete'), danger: true, missing, onSelect: () => onAct('delete') },
  ]
  const why = allowed ? undefined : t('actions.needs', { name: right })
  return (
    <li className="photo" data-place={place} data-dragged={dragged || undefined}>
      <button
        type="button"
        className="photo-open"
        aria-label={t('photos.open', { title: name })}
        onClick={() => onAct('large')}
      >
        <img
          src={photo.thumb_url}
          alt=""
          width={photo.width}
          height={photo.height}
          loading="lazy"
          draggable={false}
        />
      </button>
      {photo.is_title && <span className="photo-title">{t('photos.title_photo')}</span>}
      <div className="photo-line">
        <IconButton
          {...(allowed && handle)}
          icon={IconGripVertical}
          size={28}
          className="photo-handle"
          label={t('photos.handle', { title: name })}
          aria-disabled={!allowed || undefined}
          aria-description={why ?? t('photos.place', { place, count })}
          {...(why && { title: why })}
        />
        <span className={photo.alt ? 'photo-alt' : 'photo-alt muted'} title={name}>
          {photo.alt || t('photos.no_alt')}
        </span>
        <Menu label={t('photos.actions', { title: name })} items={items} align="end">
          {(trigger) => (
            <IconButton {...trigger} icon={IconDots} size={28} label={t('photos.actions', { title: name })} />
          )}
        </Menu>
      </div>
    </li>
  )
}
