import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { showInstant } from '#shared/dates.ts'
import { formatEuro, formatInteger } from '#shared/money.ts'
import type { PageAddress } from '#shared/pages.ts'
import { type Answer, q } from '#web/api.ts'
import { PageLink } from '#web/router/PageLink.tsx'
import { useLocale, useText } from '#web/texts.ts'
import { Button } from '#web/ui/Button.tsx'
import { Callout } from '#web/ui/Callout.tsx'
import { IconAlertTriangle, IconCheck } from '#web/ui/icons.ts'
import { PermissionButton } from '#web/ui/PermissionButton.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { explain } from '#web/ui/states.tsx'
import { dependentKinds } from '../work-rules.ts'
import type { Import } from './data.ts'
import { UndoDialog } from './UndoDialog.tsx'

type Preview = Answer<'GET /api/v4/imports/:id/undo/'>
type Dependents = Preview['depends'][number]

export function UndoSection({ data, onChanged }: { data: Import; onChanged: () => void }) {
  const t = useText()
  const asked = q('GET /api/v4/imports/:id/undo/', { params: { id: data.id } })
  const { data: found, error, refetch } = useQuery({ ...asked, staleTime: 0 })
  const [open, setOpen] = useState(false)
  return (
    <section className="import-undo" aria-labelledby="undo">
      <h2 id="undo">{t(!found || found.can_undo ? 'imports.can_be_undone' : 'imports.cannot_be_undone')}</h2>
      {data.failure && <Callout tone="warning">{data.failure.text}</Callout>}
      {found ? (
        <>
          {found.can_undo && (
            <p>
              <Consequence found={found} />
            </p>
          )}
          <DependentsChecklist found={found} />
          {found.can_undo && (
            <div>
              <PermissionButton permission="delete_projects" variant="danger" onClick={() => setOpen(true)}>
                {t('imports.undo')}
              </PermissionButton>
            </div>
          )}
        </>
      ) : error ? (
        <Callout
          tone="danger"
          action={<Button onClick={() => void refetch()}>{t('actions.try_again')}</Button>}
        >
          {explain(error, t)}
        </Callout>
      ) : (
        <Spinner />
      )}
      {open && found && (
        <UndoDialog data={data} found={found} onDone={onChanged} onClose={() => setOpen(false)} />
      )}
    </section>
  )
}

function Consequence({ found }: { found: Preview }) {
  const t = useText()
  const locale = useLocale()
  const n = (value: number) => formatInteger(value, locale)
  const { gifts, projects, organizations, restored } = found
  return (
    <>
      {t('imports.nothing_depends')}{' '}
      {t('imports.undo_consequence', { n: n(gifts), p: n(projects), o: n(organizations) })}
      {restored.gifts > 0 &&
        ` ${t('imports.undo_restores', { count: restored.gifts, amount: formatEuro(restored.cents, locale) })}`}
    </>
  )
}

function DependentsChecklist({ found }: { found: Preview }) {
  const t = useText()
  const locale = useLocale()
  const of = new Map(found.depends.map((one) => [one.kind, one]))
  return (
    <ul className="import-depends">
      {dependentKinds.map((kind) => {
        const one = of.get(kind)
        return (
          <li key={kind} className={one ? 'stands' : undefined}>
            {one ? <IconAlertTriangle size={16} aria-hidden /> : <IconCheck size={16} aria-hidden />}
            <span>{t(`imports.depends.${kind}`)}</span>
            <span className="figures">{formatInteger(one?.count ?? 0, locale)}</span>
            {one && <DependentRecords one={one} />}
          </li>
        )
      })}
    </ul>
  )
}

function DependentRecords({ one }: { one: Dependents }) {
  const t = useText()
  const locale = useLocale()
  return (
    <details>
      <summary>{t('imports.show')}</summary>
      <ul>
        {one.items.map((item, at) => (
          // A record may appear several times, once per gift.
          <li key={`${item.type} ${item.slug} ${at}`}>
            <PageLink href={addressOf(item)}>{item.title}</PageLink>
          </li>
        ))}
        {one.count > one.items.length && (
          <li>{t('imports.and_more', { n: formatInteger(one.count - one.items.length, locale) })}</li>
        )}
      </ul>
    </details>
  )
}

function addressOf({ type, slug }: Dependents['items'][number]): PageAddress {
  if (type === 'import') return `/site-admin/import/${Number(slug)}/`
  if (type === 'month') return '/site-admin/logs/months/'
  return type === 'project'
    ? `/site-admin/project/${slug}/update/`
    : `/site-admin/organization/${slug}/update/`
}

export function Undone({ data }: { data: Import }) {
  const t = useText()
  const locale = useLocale()
  if (!data.undone_at || !data.undo) return null
  const cents = data.counts?.years.reduce((sum, year) => sum + year.new_cents, 0) ?? 0
  return (
    <Callout tone="info" title={t('imports.undone_on', { date: showInstant(data.undone_at) })}>
      {t('imports.undone_by', {
        who: data.undo.by,
        reason: data.undo.reason,
        sum: formatEuro(cents, locale),
        n: formatInteger(data.counts?.gifts.new ?? 0, locale),
      })}
    </Callout>
  )
}
