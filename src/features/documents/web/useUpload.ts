import { useEffect, useRef, useState } from 'react'
import { maxPdfBytes } from '#shared/pdf-files.ts'
import { ApiError } from '#web/api.ts'
import { fieldErrors } from '#web/form/errors.ts'
import { useSendOnce } from '#web/idempotency.ts'
import { refreshed } from '#web/stale.ts'
import { type Translate, useText } from '#web/texts.ts'
import { explain } from '#web/ui/states.tsx'
import { upload } from '#web/upload.ts'
import type { DocumentRow } from '../contract.ts'

/** Why a file was refused: the specification's words, the reason beneath, and whether the same file may be tried again. */
export type Refusal = { title: string; reason: string; again?: true }
export type Progress = { sent: number; all: number; secondsLeft: number | undefined }
type UploadParams = Record<'type' | 'kind' | 'target_type' | 'target_id' | 'issued_on' | 'expires_on', string>

/** The header of a PDF must be within this many bytes. */
const headerWithin = 1024

/** Checks a file before it is sent; undefined for one that looks like a PDF. */
export async function checkFile(file: File, t: Translate): Promise<Refusal | undefined> {
  if (file.size > maxPdfBytes)
    return { title: t('documents.upload_failed'), reason: t('documents.too_large') }
  const beginning = new TextDecoder('latin1').decode(await file.slice(0, headerWithin).arrayBuffer())
  if (beginning.includes('%PDF-')) return undefined
  return { title: t('errors.not_a_pdf'), reason: t('documents.refused.not_a_pdf', { file: file.name }) }
}

export const tooManyFiles = (t: Translate): Refusal => ({
  title: t('errors.not_a_pdf'),
  reason: t('documents.one_at_a_time'),
})

function refusalOf(error: unknown, t: Translate): Refusal {
  if (error instanceof ApiError && error.status === 415)
    return { title: error.body.detail ?? t('errors.invalid_file_type'), reason: error.body.reason ?? '' }
  if (error instanceof ApiError && error.status === 413)
    return { title: t('documents.upload_failed'), reason: t('documents.too_large') }
  const reason = fieldErrors(error).file ?? explain(error, t)
  return { title: t('documents.upload_failed'), reason, again: true }
}

/**
 * Upload of one file: chosen, checked, sent with its progress, refused or kept. A second file chosen meanwhile waits
 * for it.
 */
export function useUpload(onKept: (document: DocumentRow) => void) {
  const t = useText()
  const [file, setFile] = useState<File>()
  const [waiting, setWaiting] = useState<File>()
  const [refusal, setRefusal] = useState<Refusal>()
  const [fields, setFields] = useState<Record<string, string>>({})
  const [progress, setProgress] = useState<Progress>()
  const running = useRef<AbortController>(undefined)
  const sendOnce = useSendOnce()
  // A ref, because `send` must see the file that waits at its end, not at its start.
  const following = useRef<File>(undefined)
  useEffect(() => () => running.current?.abort(), [])

  const wait = (chosen: File | undefined) => {
    following.current = chosen
    setWaiting(chosen)
  }
  const take = async (chosen: File, before?: Refusal) => {
    setFields({})
    const refused = await checkFile(chosen, t)
    setRefusal(refused ?? before)
    setFile(refused ? undefined : chosen)
  }
  const choose = (files: readonly File[]) => {
    if (files.length > 1) return setRefusal(tooManyFiles(t))
    const [chosen] = files
    if (!chosen) return
    if (running.current) wait(chosen)
    else void take(chosen)
  }
  /** Starts the waiting file; the previous refusal stays readable. */
  const next = (before?: Refusal) => {
    const chosen = following.current
    wait(undefined)
    if (chosen) void take(chosen, before)
  }
  const send = async (sent: UploadParams) => {
    if (!file || running.current) return
    running.current = new AbortController()
    const { signal } = running.current
    const begun = performance.now()
    setRefusal(undefined)
    setFields({})
    setProgress({ sent: 0, all: file.size, secondsLeft: undefined })
    let isDone = true
    let refused: Refusal | undefined
    try {
      const form = { ...sent, file }
      const kept = await sendOnce(form, (idempotencyKey) =>
        upload('POST /api/v4/documents/', {
          form,
          signal,
          idempotencyKey,
          onProgress: (out, all) => setProgress({ sent: out, all, secondsLeft: left(out, all, begun) }),
        }),
      )
      await refreshed()
      setFile(undefined)
      onKept(kept)
    } catch (error) {
      if (!signal.aborted) {
        refused = refusalOf(error, t)
        const { file: _, ...atFields } = fieldErrors(error)
        setFields(atFields)
        if (Object.keys(atFields).length === 0) setRefusal(refused)
        // The server would refuse the same file again; after any other error the file is kept.
        isDone = !refused.again
        if (isDone) setFile(undefined)
      }
    } finally {
      running.current = undefined
      setProgress(undefined)
      if (isDone) next(refused)
    }
  }
  const cancel = () => {
    if (running.current) running.current.abort()
    else {
      setFile(undefined)
      next()
    }
  }
  return {
    file,
    waiting,
    refusal,
    fields,
    progress,
    choose,
    send,
    cancel,
    dismiss: () => setRefusal(undefined),
  }
}

function left(sent: number, all: number, begun: number): number | undefined {
  const seconds = (performance.now() - begun) / 1000
  return sent === 0 || seconds < 0.5 ? undefined : Math.ceil((seconds / sent) * (all - sent))
}
