import { useRef } from 'react'
import { useDrops } from '#web/useDrops.ts'
import { useCan } from '#web/profile.tsx'
import { useText } from '#web/texts.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { IconAlertTriangle, IconPlus, IconX } from '#web/ui/icons.ts'
import { IconRefresh } from '#web/ui/lazy-icons.ts'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { type PendingPhoto, usePhotoUploads } from './usePhotoUploads.ts'

/** Adds selected, dropped or pasted photos one after the other; a refused file shows its reason. */
export function AddPhotos({ slug }: { slug: string }) {
  const t = useText()
  const allowed = useCan('change_projects')
  const input = useRef<HTMLInputElement>(null)
  const { files, add, cancel, again } = usePhotoUploads(slug)
  const over = useDrops((dropped) => allowed && add(dropped))
  return (
    <>
      {files.length > 0 && (
        <ul className="photo-files" aria-label={t('photos.add')}>
          {files.map((file) => (
            <FileLine
              key={file.id}
              file={file}
              onCancel={() => cancel(file.id)}
              onAgain={() => again(file.id)}
            />
          ))}
        </ul>
      )}
      <div className="drop" data-over={(over && allowed) || undefined}>
        <span className="muted">{t('photos.drop')}</span>
        <PermissionButton
          permission="change_projects"
          size="sm"
          icon={IconPlus}
          onClick={() => input.current?.click()}
        >
          {t('photos.add')}
        </PermissionButton>
        <input
          ref={input}
          className="visually-hidden"
          tabIndex={-1}
          aria-label={t('photos.add')}
          type="file"
          name="photos"
          multiple
          accept="image/jpeg,image/png,image/webp"
          onChange={(event) => {
            add([...(event.target.files ?? [])])
            // Allows selecting the same file again.
            event.target.value = ''
          }}
        />
      </div>
    </>
  )
}

type FileLineProps = { file: PendingPhoto; onCancel: () => void; onAgain: () => void }

function FileLine({ file: { name, sent, refusal }, onCancel, onAgain }: FileLineProps) {
  const t = useText()
  if (refusal)
    return (
      <li>
        <div className="callout" data-tone="danger" role="alert">
          <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
          <div className="callout-body">
            <strong className="strong">{refusal.title}</strong>
            <div>{refusal.reason}</div>
          </div>
          {refusal.again && (
            <IconButton
              icon={IconRefresh}
              size={28}
              label={t('photos.again', { file: name })}
              onClick={onAgain}
            />
          )}
          <IconButton icon={IconX} size={28} label={t('photos.dismiss', { file: name })} onClick={onCancel} />
        </div>
      </li>
    )
  const doing = sent === 100 ? 'photos.working' : 'photos.uploading'
  return (
    <li className="photo-file">
      <span className="photo-file-name">{name}</span>
      <progress max={100} value={sent} aria-label={t(doing, { file: name })} />
      <IconButton icon={IconX} size={28} label={t('photos.cancel', { file: name })} onClick={onCancel} />
    </li>
  )
}
