import { useQuery } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { ApiError, api } from '#web/api.ts'
import { FormSection } from '#web/form/FormSection.tsx'
import { ConfirmDelete } from '#web/record/ConfirmDelete.tsx'
import { markStale, refreshed } from '#web/stale.ts'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { useText } from '#web/texts.ts'
import { notify } from '#web/ui/toasts.ts'
import { Spinner } from '#web/ui/Spinner.tsx'
import { explain } from '#web/ui/states.tsx'
import type { Photo } from '../contract.ts'
import { maxPhotoBytes } from '../rules.ts'
import { AddPhotos } from './AddPhotos.tsx'
import { DescribePhoto } from './DescribePhoto.tsx'
import { LargePhoto } from './LargePhoto.tsx'
import { type PhotoAct, PhotoTile } from './PhotoTile.tsx'
import { nameOf, photosQuery } from './photos.ts'
import { usePhotoOrder } from './usePhotoOrder.ts'
import './photos.css'

type Open = { act: 'large' | 'describe' | 'delete'; id: number }

/** The photos of a project: view, order, describe, add and remove, each saved at once. */
export function PhotosSection({ slug }: { slug: string }) {
  const t = useText()
  return (
    <FormSection
      anchor="photos"
      title={t('photos.title')}
      hint={t('photos.kinds', { mb: maxPhotoBytes / 1_048_576 })}
    >
      <Photos slug={slug} />
    </FormSection>
  )
}

function Photos({ slug }: { slug: string }) {
  const { data, error, refetch } = useQuery(photosQuery(slug))
  if (data) return <Gallery slug={slug} photos={data} />
  return error ? <ListFailed error={error} onRetry={() => void refetch()} /> : <Spinner />
}

function Gallery({ slug, photos }: { slug: string; photos: readonly Photo[] }) {
  const t = useText()
  const [open, setOpen] = useState<Open>()
  const list = useRef<HTMLUListElement>(null)
  const [said, setSaid] = useState('')
  const order = usePhotoOrder(slug, photos, list, (photo, place) =>
    setSaid(t('photos.moved', { title: nameOf(photo), place, count: photos.length })),
  )
  const opened = open && order.shown.find(({ id }) => id === open.id)

  const makeTitle = async (photo: Photo) => {
    try {
      await api('PATCH /api/v3/projects/:slug/photos/:id/', {
        params: { slug, id: photo.id },
        body: { is_title: true, version: photo.version },
      })
      setSaid(t('photos.became_title', { title: nameOf(photo) }))
    } catch (failure) {
      notify({ tone: 'danger', title: t('states.error'), message: explain(failure, t) })
      void markStale('photo')
    }
  }
  const act = (kind: PhotoAct, photo: Photo) => {
    if (kind === 'make_title') void makeTitle(photo)
    else if (kind === 'to_front') order.move(photo.id, 0)
    else if (kind === 'earlier') order.move(photo.id, 'earlier')
    else if (kind === 'later') order.move(photo.id, 'later')
    else setOpen({ act: kind, id: photo.id })
  }
  return (
    <div className="photos-part stack">
      {photos.length === 0 && <p className="muted photos-none">{t('photos.none')}</p>}
      {photos.length > 0 && (
        <ul className="photos" aria-label={t('photos.title')} ref={list}>
          {order.shown.map((photo, place) => (
            <PhotoTile
              key={photo.id}
              photo={photo}
              place={place + 1}
              count={order.shown.length}
              dragged={order.dragged === photo.id}
              handle={order.handleOf(photo.id)}
              onAct={(kind) => act(kind, photo)}
            />
          ))}
        </ul>
      )}
      <AddPhotos slug={slug} />
      <p className="visually-hidden" role="status">
        {said}
      </p>
      {opened && open.act === 'large' && (
        <LargePhoto
          photos={order.shown}
          id={opened.id}
          onShow={(id) => setOpen({ act: 'large', id })}
          onClose={() => setOpen(undefined)}
        />
      )}
      {opened && open.act === 'describe' && (
        <DescribePhoto slug={slug} photo={opened} onClose={() => setOpen(undefined)} />
      )}
      {opened && open.act === 'delete' && (
        <ConfirmDelete
          title={nameOf(opened)}
          onDelete={async () => {
            await removed(slug, opened.id)
            notify({ tone: 'success', title: t('photos.deleted'), message: nameOf(opened) })
            await refreshed()
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </div>
  )
}

/** Deletes a photo; a concurrent deletion counts as success. */
async function removed(slug: string, id: number): Promise<void> {
  try {
    await api('DELETE /api/v3/projects/:slug/photos/:id/', { params: { slug, id } })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
}
