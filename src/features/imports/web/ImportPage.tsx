import { useRef, useState } from 'react'
import { ApiError, api } from '#web/api.ts'
import { usePageParams } from '#web/router/page.ts'
import { useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { PageLoading } from '#web/ui/PageLoading.tsx'
import { RecordPage } from '#web/record/RecordPage.tsx'
import { StatusLabel } from '#web/ui/StatusLabel.tsx'
import { ErrorPanel, explain } from '#web/ui/states.tsx'
import { isWorking } from '../work-rules.ts'
import { ColumnsSection } from './ColumnsSection.tsx'
import { type Import, showImport, useImport } from './data.ts'
import { stateLabels } from './labels.ts'
import { OptionsSection } from './OptionsSection.tsx'
import { PreviewSection } from './PreviewSection.tsx'
import { Progress } from './Progress.tsx'
import { ResultSection } from './ResultSection.tsx'
import './imports.css'

/** One file on its way in: what it holds, what it would bring, how far it is, what became of it. */
export function ImportPage() {
  const { id } = usePageParams('/site-admin/import/:id/')
  const { data, error, refetch } = useImport(Number(id))
  if (!data)
    return error ? <ErrorPanel asPage error={error} onRetry={() => void refetch()} /> : <PageLoading />
  return <OneImport data={data} onChanged={() => void refetch()} />
}

export type ChangeImport = (body: ChangeBody) => Promise<void>
type ChangeBody = NonNullable<Parameters<typeof api<'PATCH /api/v4/imports/:id/'>>[1]>['body']

function OneImport({ data, onChanged }: { data: Import; onChanged: () => void }) {
  const t = useText()
  const [failure, setFailure] = useState<{ fields: Record<string, string>; message: string }>()
  const [asked, setAsked] = useState<'check' | 'run' | 'cancel' | 'change'>()
  const attempt = async (what: NonNullable<typeof asked>, call: () => Promise<unknown>) => {
    setAsked(what)
    setFailure(undefined)
    try {
      await call()
    } catch (error) {
      setFailure(failureOf(error, explain(error, t)))
    } finally {
      setAsked(undefined)
    }
  }
  const parts = useRef<HTMLDivElement>(null)
  const params = { id: data.id }
  const act = (what: 'check' | 'run' | 'cancel') =>
    attempt(what, async () => {
      if (what === 'check') await api('POST /api/v4/imports/:id/check/', { params })
      if (what === 'run') await api('POST /api/v4/imports/:id/run/', { params })
      if (what === 'cancel') await api('POST /api/v4/imports/:id/cancel/', { params })
      // What happens now is shown at the top.
      parts.current?.scrollIntoView()
      onChanged()
    })
  const change: ChangeImport = (body) =>
    attempt('change', async () => {
      showImport(changed(data, body)) // at once; the answer brings what follows from it
      try {
        showImport(await api('PATCH /api/v4/imports/:id/', { params, body }))
      } catch (error) {
        onChanged()
        throw error
      }
    })
  const label = stateLabels[data.state]
  const working = isWorking(data.state)
  return (
    <RecordPage
      back={{ to: '/site-admin/import/', text: t('imports.back') }}
      title={data.filename}
      labels={<StatusLabel tone={label.tone} text={t(label.text)} />}
      actions={
        data.can_change && (
          <>
            <Button loading={asked === 'check'} onClick={() => void act('check')}>
              {data.counts ? t('imports.check_again') : t('imports.check')}
            </Button>
            <Button
              variant="primary"
              loading={asked === 'run'}
              disabled={!data.can_run}
              onClick={() => void act('run')}
            >
              {t('imports.run')}
            </Button>
          </>
        )
      }
    >
      <div className="import-parts" ref={parts}>
        {failure && failure.message && (
          <Callout loud tone="danger" title={t('imports.action_failed')}>
            {failure.message}
          </Callout>
        )}
        {working && (
          <Progress data={data} cancelling={asked === 'cancel'} onCancel={() => void act('cancel')} />
        )}
        {!working && <ResultSection data={data} />}
        <ColumnsSection
          key={data.columns.length}
          data={data}
          onChange={change}
          error={failure?.fields.columns}
        />
        {data.can_change && <OptionsSection data={data} onChange={change} errors={failure?.fields ?? {}} />}
        <PreviewSection data={data} />
      </div>
    </RecordPage>
  )
}

/** The import as it will be once the server has taken a choice. */
function changed(data: Import, { columns, header, amount_in_cents, ...options }: ChangeBody): Import {
  return {
    ...data,
    header: header ?? data.header,
    amount_in_cents: amount_in_cents ?? data.amount_in_cents,
    columns: columns
      ? data.columns.map((column, i) => ({ ...column, field: columns[i] ?? null, from_content: false }))
      : data.columns,
    options: { ...data.options, ...options },
  }
}

/** Field messages go to their fields; what has no field of its own here is said above. */
function failureOf(error: unknown, explained: string) {
  const fields: Record<string, string> = {}
  if (error instanceof ApiError && error.fields)
    for (const [name, messages] of Object.entries(error.fields))
      fields[name.split('.')[0]!] = messages[0] ?? ''
  const elsewhere = fields.file ?? fields.non_field_errors
  return { fields, message: Object.keys(fields).length === 0 ? explained : (elsewhere ?? '') }
}
