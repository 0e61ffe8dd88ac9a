import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Letters } from '#shared/reading/encodings.ts'
import { CopyAsMail } from '#web/files/CopyAsMail.tsx'
import type { ExcerptRow } from '#shared/reading/excerpt-row.ts'
import { EncodingQuestion } from '#web/files/EncodingQuestion.tsx'
import { excerptIn, RefusedRows } from '#web/files/RefusedRows.tsx'
import { type Answer, api, ApiError, newIdempotencyKey, q, qAll } from '#web/api.ts'
import { fieldErrors } from '#web/form/errors.ts'
import { CheckboxField } from '#web/form/CheckboxField.tsx'
import { FileField } from '#web/form/FileField.tsx'
import { SelectField } from '#web/form/SelectField.tsx'
import { useSendOnce } from '#web/idempotency.ts'
import { useWatchedWork } from '#web/reported-work.ts'
import { usePolling } from '#web/polling.ts'
import { useCan } from '#web/profile.tsx'
import { markStale, refreshed } from '#web/stale.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { explain } from '#web/ui/states.tsx'
import { notify } from '#web/ui/toasts.ts'
import { useRunning } from '#web/ui/useRunning.ts'
import { WorkProgress } from '#web/ui/WorkProgress.tsx'
import { maxStatementBytes } from '../rules.ts'
import { CsvColumns } from './CsvColumns.tsx'

type FileResult = Answer<'POST /api/v4/bank-statements/'>

/** Uploads a file; shows a refusal with its line, or asks for the account or for a CSV's columns. */
export function ImportFile({ known }: { known: ReadonlyMap<string, string> }) {
  const t = useText()
  const [file, setFile] = useState<File>()
  const [account, setAccount] = useState('')
  const [asksAccount, setAsksAccount] = useState<string>()
  const [showsColumns, setShowsColumns] = useState(false)
  const [asksFirst, setAsksFirst] = useState(false)
  const [words, setWords] = useState<Record<Letters, readonly string[]>>()
  const [right, setRight] = useState<{ slug: string; title: string }>()
  const [error, setError] = useState<string>()
  const [rows, setRows] = useState<readonly ExcerptRow[]>([])
  // The encoding of this file's umlauts, once a person has chosen it.
  const [letters, setLetters] = useState<Letters>()
  const [uploading, setUploading] = useState(false)
  const [came, setCame] = useState<number>()
  const [mayRepeat, setMayRepeat] = useState(false)
  const sendOnce = useSendOnce()
  const upload = async (chosen: File | undefined, into = account, asks = false, said = letters) => {
    // The chosen encoding applies to this file only.
    const umlauts = chosen === file ? said : undefined
    setFile(chosen)
    setLetters(umlauts)
    setWords(undefined)
    setError(undefined)
    setRows([])
    setRight(undefined)
    setShowsColumns(asks)
    setCame(undefined)
    setMayRepeat(false)
    if (!chosen || uploading) return
    if (chosen.size > maxStatementBytes) return setError(t('errors.too_large'))
    if (asks) return
    setUploading(true)
    try {
      const form = { file: chosen, bank_account: into || undefined, letters: umlauts }
      const { id } = await sendOnce(form, (idempotencyKey) =>
        api('POST /api/v4/bank-statements/', { form, idempotencyKey }),
      )
      setCame(id)
      setAsksAccount(undefined)
      await refreshed()
    } catch (failure) {
      const errors = fieldErrors(failure)
      setAsksAccount(errors.bank_account)
      setMayRepeat(Object.keys(errors).length === 0)
      setError(errors.file ?? (errors.bank_account || errors.letters ? undefined : explain(failure, t)))
      const [slug, title] = (failure instanceof ApiError && failure.fields?.right_account) || []
      if (slug && title) setRight({ slug, title })
      const fields = failure instanceof ApiError ? failure.fields : undefined
      setRows(excerptIn(failure))
      if (fields?.letters_windows && fields.letters_dos)
        setWords({ 'windows-1252': fields.letters_windows, cp850: fields.letters_dos })
      setShowsColumns(failure instanceof ApiError && failure.fields?.headings !== undefined)
    } finally {
      setUploading(false)
    }
  }
  return (
    <section className="stack-s" aria-label={t('bank_statements.import')}>
      <FileField
        name="file"
        label={t('bank_statements.import')}
        hint={t('bank_statements.import_hint')}
        value={file}
        onChange={(chosen) => void upload(chosen, account, asksFirst && isCsv(chosen))}
        error={error}
        disabled={uploading}
        accept=".xml,.zip,.csv,.txt,.xlsx,.sta,.mt940,.940"
        emptyText={uploading ? t('bank_statements.importing') : t('bank_statements.drop')}
      />
      {rows.length > 0 && !uploading && <RefusedRows rows={rows} />}
      {error !== undefined && !mayRepeat && file && !uploading && (
        <CopyAsMail filename={file.name} reasons={[error]} to="bank" />
      )}
      {words && <EncodingQuestion words={words} onChoose={(one) => void upload(file, account, false, one)} />}
      {mayRepeat && (
        <div>
          <Button onClick={() => void upload(file)}>{t('actions.try_again')}</Button>
        </div>
      )}
      {right && (
        <div>
          <Button
            onClick={() => {
              setAccount(right.slug)
              void upload(file, right.slug)
            }}
          >
            {t('bank_statements.import_into', { account: right.title })}
          </Button>
        </div>
      )}
      {asksAccount !== undefined && !showsColumns && (
        <AccountField
          known={known}
          value={account}
          error={asksAccount}
          onChange={setAccount}
          onRead={() => void upload(file)}
        />
      )}
      <CheckboxField
        name="columns_first"
        label={t('bank_statements.columns_first')}
        value={asksFirst}
        onChange={setAsksFirst}
      />
      {file && isCsv(file) && !showsColumns && !uploading && (
        <div>
          <Button onClick={() => setShowsColumns(true)}>{t('bank_statements.columns_check')}</Button>
        </div>
      )}
      {file && showsColumns && (
        <CsvColumns
          file={file}
          account={account}
          accountField={(missing) => (
            <AccountChoice known={known} value={account} error={missing} onChange={setAccount} />
          )}
          onSaved={() => void upload(file)}
        />
      )}
      {came !== undefined && <ImportResult key={came} id={came} />}
    </section>
  )
}

type AccountFieldProps = {
  known: ReadonlyMap<string, string>
  value: string
  error: string
  onChange: (slug: string) => void
  onRead: () => void
}

const isCsv = (file: File | undefined) => file !== undefined && /\.(?:csv|txt|tsv|xlsx)$/i.test(file.name)

function AccountField({ known, value, error, onChange, onRead }: AccountFieldProps) {
  const t = useText()
  return (
    <div className="statement-account">
      <AccountChoice known={known} value={value} error={error} onChange={onChange} />
      <Button disabled={value === ''} onClick={onRead}>
        {t('bank_statements.import_again')}
      </Button>
    </div>
  )
}

type AccountChoiceProps = Omit<AccountFieldProps, 'onRead' | 'error'> & { error: string | undefined }

function AccountChoice({ known, value, error, onChange }: AccountChoiceProps) {
  const t = useText()
  const { data } = useQuery({
    ...qAll('GET /api/v4/bank-accounts/'),
    enabled: useCan('view_settings'),
  })
  const accounts = data?.results.map(({ slug, title, iban }) => ({ value: slug, label: `${title} ${iban}` }))
  return (
    <SelectField
      name="bank_account"
      label={t('bank_statements.account')}
      required
      value={value}
      error={value === '' ? error : undefined}
      onChange={onChange}
      options={accounts ?? [...known].map(([slug, label]) => ({ value: slug, label }))}
    />
  )
}

/** The result of a file; polls while a worker reads it. */
function ImportResult({ id }: { id: number }) {
  const t = useText()
  const { data } = useQuery({
    ...q('GET /api/v4/bank-statements/files/:id/', { params: { id } }),
    refetchInterval: usePolling(isWaiting),
  })
  useWatchedWork('statement_file', id)
  if (!data) return null
  if (data.state === 'waiting') return <Reading data={data} />
  if (data.state === 'cancelled')
    return <Callout loud>{t('bank_statements.stopped', { file: data.filename })}</Callout>
  if (data.state === 'failed')
    return (
      <Callout loud tone="danger">
        {data.failure?.text}
        {data.failure && <CopyAsMail filename={data.filename} reasons={[data.failure.text]} to="bank" />}
      </Callout>
    )
  return <Read data={data} />
}

function Reading({ data }: { data: FileResult }) {
  const t = useText()
  const [stopping, run] = useRunning()
  const stop = async () => {
    try {
      const params = { id: data.id }
      await api('POST /api/v4/bank-statements/files/:id/cancel/', {
        params,
        idempotencyKey: newIdempotencyKey(),
      })
      await refreshed()
    } catch (failure) {
      notify({ tone: 'danger', title: t('states.error'), message: explain(failure, t) })
    }
  }
  return (
    <Callout loud>
      <p>{t('bank_statements.importing')}</p>
      <WorkProgress
        label={t('bank_statements.importing')}
        done={data.lines_done}
        total={data.lines_total}
        stop={{ text: t('work.stop'), stopping, run: () => run(stop) }}
      />
    </Callout>
  )
}

const isWaiting = ({ state }: FileResult) => state === 'waiting'

function Read({ data }: { data: FileResult }) {
  const t = useText()
  // A statement that a worker read is in the list only now.
  useEffect(() => void markStale('bank_statement'), [])
  return (
    <Callout loud tone="success">
      {t('bank_statements.imported', {
        file: data.filename,
        lines: data.lines,
        known: data.lines_known,
        matched: data.lines_matched,
      })}
      {data.layout_changed !== '' && (
        <p>{t('bank_statements.layout_moved', { title: data.layout_changed })}</p>
      )}
      {data.left_out.map((text) => (
        <p key={text}>{text}</p>
      ))}
      {data.lines_resolved > 0 && <p>{t('bank_statements.resolved', { count: data.lines_resolved })}</p>}
      {data.lines_unresolved > 0 && (
        <p>{t('bank_statements.unresolved', { count: data.lines_unresolved })}</p>
      )}
      {data.lines_pending > 0 && <p>{t('bank_statements.pending', { count: data.lines_pending })}</p>}
    </Callout>
  )
}
