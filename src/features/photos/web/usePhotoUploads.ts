import { useEffect, useRef, useState } from 'react'
import { formatDecimal } from '#web/decimal.ts'
import { ApiError, newIdempotencyKey } from '#web/api.ts'
import { fieldErrors } from '#web/form/errors.ts'
import { useLocale, useText } from '#web/texts.ts'
import { notify } from '#web/ui/toasts.ts'
import { explain } from '#web/ui/states.tsx'
import { upload } from '#web/upload.ts'
import { maxPhotoBytes, photoBeginning } from '../rules.ts'

/** Why a photo was refused, and whether the same file may be tried again. */
type Refusal = { title: string; reason: string; again?: true }
/** A photo that waits, is being uploaded (`sent`, in per cent), or was refused. */
export type PendingPhoto = { id: number; name: string; sent: number; refusal?: Refusal }
/** `key` is the idempotency key, kept for retries. */
type QueuedPhoto = PendingPhoto & { file: File; key: string }

const megabyte = 1_048_576
const beginningBytes = 12

/** Uploads photos one after the other; each is checked here before it is sent. */
export function usePhotoUploads(slug: string) {
  const t = useText()
  const locale = useLocale()
  const [files, setFiles] = useState<readonly QueuedPhoto[]>([])
  const running = useRef<{ id: number; abort: AbortController }>(undefined)
  const queue = useRef<QueuedPhoto[]>([])
  const added = useRef(0)
  const nextId = useRef(1)
  useEffect(
    () => () => {
      queue.current = []
      running.current?.abort.abort()
    },
    [],
  )

  const change = (id: number, by: Partial<QueuedPhoto>) =>
    setFiles((now) => now.map((one) => (one.id === id ? { ...one, ...by } : one)))
  const leave = (id: number) => setFiles((now) => now.filter((one) => one.id !== id))

  const refusalOf = (error: unknown, name: string): Refusal => {
    const title = t('photos.failed')
    if (error instanceof ApiError && error.status === 415)
      return { title: error.body.detail ?? title, reason: error.body.reason ?? name }
    if (error instanceof ApiError && error.status === 409) return { title, reason: explain(error, t) }
    return { title, reason: fieldErrors(error).file ?? explain(error, t), again: true }
  }
  const checked = async (file: File): Promise<Refusal | undefined> => {
    const beginning = new Uint8Array(await file.slice(0, beginningBytes).arrayBuffer())
    if (!photoBeginning.test(String.fromCharCode(...beginning)))
      return {
        title: t('errors.invalid_file_type'),
        reason: t('photos.refused.not_a_photo', { file: file.name }),
      }
    if (file.size <= maxPhotoBytes) return undefined
    const size = formatDecimal(file.size / megabyte, locale)
    const reason = t('photos.too_large', { file: file.name, size, mb: maxPhotoBytes / megabyte })
    return { title: t('photos.failed'), reason }
  }
  const send = async ({ id, file, key }: QueuedPhoto) => {
    const abort = new AbortController()
    running.current = { id, abort }
    try {
      const refusal = await checked(file)
      if (refusal) return change(id, { refusal })
      await upload('POST /api/v3/projects/:slug/photos/', {
        params: { slug },
        form: { file },
        signal: abort.signal,
        idempotencyKey: key,
        onProgress: (out, all) => change(id, { sent: Math.floor((out / Math.max(1, all)) * 100) }),
      })
      added.current++
      leave(id)
    } catch (error) {
      if (!abort.signal.aborted) change(id, { refusal: refusalOf(error, file.name) })
    } finally {
      running.current = undefined
    }
  }
  const work = async () => {
    if (running.current) return
    for (let next = queue.current.shift(); next; next = queue.current.shift())
      // oxlint-disable-next-line no-await-in-loop -- one after the other: full bandwidth, and in order
      await send(next)
    if (added.current > 0) notify({ tone: 'success', title: t('photos.added', { count: added.current }) })
    added.current = 0
  }
  const line = (held: readonly QueuedPhoto[]) => {
    queue.current.push(...held)
    void work()
  }

  return {
    files: files as readonly PendingPhoto[],
    add: (chosen: readonly File[]) => {
      const held = chosen.map((file) => ({
        id: nextId.current++,
        name: file.name,
        sent: 0,
        file,
        key: newIdempotencyKey(),
      }))
      setFiles((now) => [...now, ...held])
      line(held)
    },
    cancel: (id: number) => {
      queue.current = queue.current.filter((one) => one.id !== id)
      if (running.current?.id === id) running.current.abort.abort()
      leave(id)
    },
    again: (id: number) => {
      const refused = files.find((one) => one.id === id)
      if (!refused) return
      const held = { id, name: refused.name, file: refused.file, key: refused.key, sent: 0 }
      setFiles((now) => now.map((one) => (one.id === id ? held : one)))
      line([held])
    },
  }
}
