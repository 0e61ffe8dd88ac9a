import { useEffect, useId, useRef, useState } from 'react'
import { dayOf, isDay } from '#shared/dates.ts'
import { visible } from '#shared/text-direction.ts'
import { maxPdfBytes } from '#shared/pdf-files.ts'
import { formatDecimal } from '#web/decimal.ts'
import { DateField } from '#web/form/DateField.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { IconAlertTriangle, IconX } from '#web/ui/icons.ts'
import { IconFileTypePdf } from '#web/ui/lazy-icons.ts'
import { notify } from '#web/ui/toasts.ts'
import type { DocumentRow } from '../contract.ts'
import { type Target, TargetField, type TypeChoice, TypeField, typeOf, Supersedes } from './UploadFields.tsx'
import { useDrops } from '#web/useDrops.ts'
import { type Progress, type Refusal, useUpload } from './useUpload.ts'
import './documents.css'

export type UploadFormProps = {
  /** The document's target when known; otherwise the form asks for it. */
  target?: Target | undefined
  /** Files that were dropped on the page before the form was there. */
  files?: readonly File[] | undefined
  onKept?: ((document: DocumentRow) => void) | undefined
  onClose: () => void
}

/** Uploads one PDF: type and target, then the file, checked here before sending and on the server while it arrives. */
export function UploadForm({ target: fixed, files, onKept, onClose }: UploadFormProps) {
  const t = useText()
  const id = useId()
  const [choice, setChoice] = useState<TypeChoice | ''>('')
  const [chosen, setChosen] = useState<Target>()
  const [issued_on, setIssued] = useState('')
  const [expires_on, setExpires] = useState('')
  const [missing, setMissing] = useState<Record<string, string>>({})
  const chooseButton = useRef<HTMLButtonElement>(null)
  const upload = useUpload((document) => {
    notify({ tone: 'success', title: t('documents.kept'), message: document.title })
    setIssued('')
    setExpires('')
    onKept?.(document)
  })
  const { file, refusal, progress, choose } = upload
  const over = useDrops(choose)
  const given = useRef(files)
  useEffect(() => {
    if (given.current) choose(given.current)
    given.current = undefined
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- what was dropped before is taken once
  }, [])
  useEffect(() => {
    if (refusal) chooseButton.current?.focus()
  }, [refusal])

  const target = fixed ?? chosen
  const errors = { ...missing, ...upload.fields }
  const save = () => {
    const problems = {
      ...(choice === '' && { type: t('documents.choose_type') }),
      ...(!target && { target: t('documents.choose_target') }),
      ...(issued_on !== '' && !isDay(issued_on) && { issued_on: t('validation.day') }),
      ...(expires_on !== '' && !isDay(expires_on) && { expires_on: t('validation.day') }),
    }
    setMissing(problems)
    if (Object.keys(problems).length > 0 || choice === '' || !target) return
    void upload.send({
      ...typeOf(choice),
      target_type: target.type,
      target_id: String(target.id),
      issued_on,
      expires_on,
    })
  }
  return (
    <form
      id={id}
      className="upload stack"
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        save()
      }}
    >
      <TypeField value={choice} error={errors.type} onChange={setChoice} />
      {!fixed && (
        <TargetField value={chosen} error={errors.target ?? errors.target_id} onChange={setChosen} />
      )}
      {choice !== '' && target && <Supersedes type={typeOf(choice).type} target={target} />}
      <div className="upload-days">
        <DateField
          name="issued_on"
          label={t('documents.issued')}
          value={issued_on}
          onChange={setIssued}
          error={errors.issued_on}
          max={dayOf(new Date())}
        />
        <DateField
          name="expires_on"
          label={t('documents.valid_until')}
          value={expires_on}
          onChange={setExpires}
          error={errors.expires_on}
          placeholder={t('documents.follows')}
        />
      </div>
      {file && <PendingFile file={file} progress={progress} onCancel={upload.cancel} />}
      {refusal && (
        <RefusalBox
          refusal={refusal}
          onAgain={refusal.again && file ? save : undefined}
          onDismiss={upload.dismiss}
        />
      )}
      <ChooseFile button={chooseButton} over={over} onFiles={choose} waiting={upload.waiting} />
      <div className="upload-buttons">
        <Button onClick={onClose}>{t('actions.cancel')}</Button>
        <Button type="submit" variant="primary" disabled={!file} loading={progress !== undefined}>
          {t('actions.save')}
        </Button>
      </div>
    </form>
  )
}

type PendingFileProps = { file: File; progress: Progress | undefined; onCancel: () => void }

function PendingFile({ file, progress, onCancel }: PendingFileProps) {
  const t = useText()
  const locale = useLocale()
  const megabytes = (bytes: number) => formatDecimal(bytes / 1_048_576, locale)
  const percent = progress ? Math.floor((progress.sent / Math.max(1, progress.all)) * 100) : 0
  // The form's boundaries are sent as well, so the value is capped at the file's size.
  const sent = Math.min(progress?.sent ?? 0, file.size)
  const parts = progress && {
    a: megabytes(sent),
    b: megabytes(file.size),
    p: percent,
  }
  return (
    <div className="upload-file">
      <span className="upload-icon">
        <IconFileTypePdf size={20} stroke={1.6} aria-hidden />
      </span>
      <div className="upload-about">
        <strong className="strong">{visible(file.name)}</strong>
        <span className="small muted figures">
          {!parts
            ? t('documents.size', { size: megabytes(file.size) })
            : progress.secondsLeft === undefined
              ? t('documents.progress', parts)
              : t('documents.progress_left', { ...parts, s: progress.secondsLeft })}
        </span>
        {progress && (
          <progress max={100} value={percent} aria-label={t('documents.uploading', { file: file.name })} />
        )}
      </div>
      <IconButton
        icon={IconX}
        size={28}
        label={progress ? t('documents.cancel_upload') : t('actions.remove', { title: file.name })}
        onClick={onCancel}
      />
      <span className="visually-hidden" aria-live="polite">
        {progress && t('documents.uploading', { file: file.name })}
        {progress && percent >= 50 && ` ${t('documents.half')}`}
      </span>
    </div>
  )
}

type RefusalBoxProps = { refusal: Refusal; onAgain: (() => void) | undefined; onDismiss: () => void }

function RefusalBox({ refusal, onAgain, onDismiss }: RefusalBoxProps) {
  const t = useText()
  return (
    <div className="callout" data-tone="danger" role="alert">
      <IconAlertTriangle size={18} stroke={1.8} aria-hidden />
      <div className="callout-body">
        <strong className="strong">{refusal.title}</strong>
        <div>{refusal.reason}</div>
        {onAgain && (
          <Button size="sm" onClick={onAgain}>
            {t('actions.try_again')}
          </Button>
        )}
      </div>
      <IconButton icon={IconX} size={28} label={t('documents.dismiss')} onClick={onDismiss} />
    </div>
  )
}

type ChooseFileProps = {
  button: React.RefObject<HTMLButtonElement | null>
  over: boolean
  waiting: File | undefined
  onFiles: (files: readonly File[]) => void
}

function ChooseFile({ button, over, waiting, onFiles }: ChooseFileProps) {
  const t = useText()
  const input = useRef<HTMLInputElement>(null)
  return (
    <div className="drop upload-drop" data-over={over || undefined}>
      <span>{t('documents.drop')}</span>
      <span className="upload-choose">
        <span className="small muted">
          {waiting
            ? t('documents.waits', { file: waiting.name })
            : t('documents.one_pdf', { mb: maxPdfBytes / 1_048_576 })}
        </span>
        <Button ref={button} size="sm" onClick={() => input.current?.click()}>
          {t('documents.choose_file')}
        </Button>
      </span>
      <input
        ref={input}
        className="visually-hidden"
        tabIndex={-1}
        aria-label={t('documents.file')}
        type="file"
        name="file"
        accept=".pdf,application/pdf"
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])])
          // The same file may be chosen once more.
          event.target.value = ''
        }}
      />
    </div>
  )
}
