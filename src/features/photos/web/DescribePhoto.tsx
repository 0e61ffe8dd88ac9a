import { useState } from 'react'
import { ApiError, api } from '#web/api.ts'
import { FormModal } from '#web/form/FormModal.tsx'
import { TextField } from '#web/form/TextField.tsx'
import { useForm } from '#web/form/useForm.ts'
import { refreshed } from '#web/stale.ts'
import { useText } from '#web/texts.ts'
import { explain } from '#web/ui/states.tsx'
import type { Photo } from '../contract.ts'
import { longestAlt } from '../rules.ts'
import { nameOf } from './photos.ts'

type DescribePhotoProps = {
  slug: string
  photo: Photo
  onClose: () => void
}

/** Edits a photo's description. After a concurrent change it shows the new state, and the next save overwrites it. */
export function DescribePhoto({ slug, photo, onClose }: DescribePhotoProps) {
  const t = useText()
  // The photo as opened, so that a concurrent change is not overwritten unseen.
  const [known, setKnown] = useState(photo)
  const [failure, setFailure] = useState<string>()
  const form = useForm({
    initial: { alt: photo.alt },
    onSubmit: async ({ alt }) => {
      setFailure(undefined)
      await api('PATCH /api/v3/projects/:slug/photos/:id/', {
        params: { slug, id: known.id },
        body: { alt, version: known.version },
      })
      await refreshed()
      onClose()
    },
    onFailure: (error) => {
      setFailure(explain(error, t))
      if (error instanceof ApiError && error.body.code === 'edit_conflict')
        setKnown(error.body.current as Photo)
    },
  })
  const theirs = known.version !== photo.version && known.alt ? known.alt : undefined
  return (
    <FormModal
      title={t('photos.describe_title', { title: nameOf(photo) })}
      form={form}
      failure={failure && [failure, theirs].filter(Boolean).join(' ')}
      onClose={onClose}
    >
      <img
        className="photo-described"
        src={photo.thumb_url}
        alt=""
        width={photo.width}
        height={photo.height}
      />
      <TextField
        label={t('photos.alt')}
        hint={t('photos.alt_hint')}
        maxLength={longestAlt}
        {...form.field('alt')}
      />
    </FormModal>
  )
}
