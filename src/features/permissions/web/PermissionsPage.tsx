import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { can, type Permission } from '#shared/permissions.ts'
import { type Answer, api, q } from '#web/api.ts'
import { SelectField } from '#web/form/SelectField.tsx'
import { PageLink } from '#web/router/PageLink.tsx'
import { useCan, useProfile } from '#web/profile.tsx'
import { changeSearch } from '#web/router/navigate.ts'
import { useLocation } from '#web/router/page.ts'
import { queryClient } from '#web/query-client.ts'
import { ExportButton } from '#web/table/toolbar/ExportButton.tsx'
import { useText } from '#web/texts.ts'
import { usePageTitle } from '#web/theme.ts'
import { Callout } from '#web/ui/Callout.tsx'
import { Spinner } from '#web/ui/Spinner.tsx'
import { ListFailed } from '#web/table/list/ListFailed.tsx'
import { EmptyState, explain } from '#web/ui/states.tsx'
import { Segmented } from '#web/ui/Tabs.tsx'
import { notify } from '#web/ui/toasts.ts'
import { userAddress } from '#features/users/web/columns.tsx'
import { AddHolder } from './AddHolder.tsx'
import './permissions.css'
import '#features/users/web/matrix.css'

type Grantable = Answer<'GET /api/v4/permissions/'>[number]
type Holders = Answer<'GET /api/v4/permissions/users/:name/'>
type Person = Holders['people'][number]
type TypeName = Holders['permission_types'][number]

const holdersOf = (name: string) => q('GET /api/v4/permissions/users/:name/', { params: { name } })

/** The export contains all accounts and permissions, whatever the page shows. */
const everything = {
  query: {},
  visibleColumns: [],
  selection: { count: 0, titles: [], all: undefined, sent: { slugs: [] } },
  correctSelection: () => {},
}

export function PermissionsPage() {
  const t = useText()
  const { search } = useLocation()
  usePageTitle(t('nav.permissions'))
  const { data, error, refetch } = useQuery({ ...q('GET /api/v4/permissions/'), staleTime: 5 * 60_000 })
  const chosen = data?.find((each) => each.name === search.permission) ?? data?.[0]
  const type = chosen?.permission_types.find((each) => each === search.type)
  const go = (next: Record<string, string | undefined>) => changeSearch(next, { replace: true })
  return (
    <div className="page">
      <header className="page-head">
        <h1 tabIndex={-1}>{t('nav.permissions')}</h1>
        <ExportButton route="GET /api/v4/permissions/export/" list={everything} />
      </header>
      {data && chosen ? (
        <div className="stack">
          <div className="permissions-bar">
            <SelectField
              name="permission"
              label={t('permissions.choose')}
              value={chosen.name}
              options={data.map((each) => ({ value: each.name, label: each.title }))}
              onChange={(permission) => go({ permission })}
            />
            {chosen.permission_types.length > 1 && (
              <Segmented
                label={t('permissions.filter_type')}
                value={type ?? 'all'}
                options={[
                  { value: 'all', text: t('permissions.all_types') },
                  ...chosen.permission_types.map((each) => ({
                    value: each,
                    text: t(`permissions.type.${each}`),
                  })),
                ]}
                onChange={(next) => go({ permission: chosen.name, type: next === 'all' ? undefined : next })}
              />
            )}
          </div>
          <HoldersPart key={chosen.name} grantable={chosen} type={type} />
        </div>
      ) : error ? (
        <ListFailed error={error} onRetry={() => void refetch()} />
      ) : (
        <Spinner />
      )}
    </div>
  )
}

function HoldersPart({ grantable, type }: { grantable: Grantable; type: TypeName | undefined }) {
  const t = useText()
  const { data, error, refetch } = useQuery(holdersOf(grantable.name))
  const mayChange = useCan('change_permissions')
  const mayFind = useCan('view_users')
  // A person changed here stays on the screen, even after losing all types.
  const [kept, setKept] = useState<readonly Person[]>([])
  if (!data) return error ? <ListFailed error={error} onRetry={() => void refetch()} /> : <Spinner />
  const change = async (person: Person, permission_types: TypeName[]) => {
    setKept((now) => [...now.filter((other) => other.id !== person.id), person])
    // An optimistic update; a refusal reverts it.
    queryClient.setQueryData(holdersOf(grantable.name).queryKey, {
      ...data,
      people: data.people.map((other) => (other.id === person.id ? { ...other, permission_types } : other)),
    })
    try {
      const answer = await api('PATCH /api/v4/permissions/users/:name/', {
        params: { name: grantable.name },
        body: { user_id: person.id, permission_types },
      })
      queryClient.setQueryData(holdersOf(grantable.name).queryKey, answer)
    } catch (failure) {
      notify({ tone: 'danger', title: t('permissions.change_failed'), message: explain(failure, t) })
      void refetch()
    }
  }
  const others = kept
    .filter((person) => data.people.every((other) => other.id !== person.id))
    .map((person) => ({ ...person, permission_types: [] }))
  const everyone: Person[] = [...data.people, ...others]
  const shown = everyone.filter(
    (person) => !type || person.permission_types.includes(type) || kept.some(({ id }) => id === person.id),
  )
  const first = type ?? grantable.permission_types.find((each) => each === 'view only')
  return (
    <>
      {data.superusers.length > 0 && (
        <Callout>{t('permissions.superusers', { names: data.superusers.join(', ') })}</Callout>
      )}
      {shown.length === 0 ? (
        <EmptyState title={t(type ? 'permissions.none_of_type' : 'permissions.none')}>
          {t('permissions.none_hint')}
        </EmptyState>
      ) : (
        <HolderTable grantable={grantable} people={shown} disabled={!mayChange} onChange={change} />
      )}
      {mayChange && mayFind && (
        <AddHolder
          known={everyone.filter((person) => person.permission_types.length > 0).map(({ id }) => id)}
          typeName={first ?? grantable.permission_types[0]!}
          isRight={grantable.kind === 'right'}
          onAdd={(person) =>
            void change({ ...person, permission_types: [] }, [first ?? grantable.permission_types[0]!])
          }
        />
      )}
    </>
  )
}

type HolderTableProps = {
  grantable: Grantable
  people: readonly Person[]
  disabled: boolean
  onChange: (person: Person, types: TypeName[]) => Promise<void>
}

function HolderTable({ grantable, people, disabled, onChange }: HolderTableProps) {
  const t = useText()
  const profile = useProfile()
  const caption = t('permissions.holders', { title: grantable.title })
  const mayGrant = (type: TypeName) =>
    profile !== undefined && can(profile, grantable.permissions[type] as Permission)
  const wordOf = (type: TypeName) =>
    grantable.kind === 'right' ? grantable.title : t(`permissions.type.${type}`)
  return (
    <div className="table-card" role="region" aria-label={caption} tabIndex={0}>
      <table className="simple-table matrix">
        <caption className="visually-hidden">{caption}</caption>
        <thead>
          <tr>
            <th scope="col">{t('permissions.person')}</th>
            {grantable.permission_types.map((type) => (
              <th key={type} scope="col">
                {wordOf(type)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {people.map((person) => (
            <tr key={person.id}>
              <th scope="row">
                <PageLink href={userAddress(person.id)}>{person.full_name_w_username}</PageLink>
              </th>
              {grantable.permission_types.map((type) => {
                const held = person.permission_types.includes(type)
                return (
                  <td key={type}>
                    <input
                      type="checkbox"
                      className="checkbox"
                      aria-label={t('permissions.of', {
                        area: person.full_name_w_username,
                        type: wordOf(type),
                      })}
                      checked={held}
                      disabled={disabled || (!held && !mayGrant(type))}
                      onChange={() =>
                        void onChange(
                          person,
                          held
                            ? person.permission_types.filter((other) => other !== type)
                            : [...person.permission_types, type],
                        )
                      }
                    />
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
