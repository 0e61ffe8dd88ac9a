import { useState } from 'react'
import type { PageAddress } from '#shared/pages.ts'
import { api } from '#web/api.ts'
import { navigate } from '#web/router/navigate.ts'
import { markStale } from '#web/stale.ts'
import { useText } from '#web/texts.ts'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { IconDots } from '#web/ui/icons.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'
import { Menu, type MenuItem } from '#web/ui/Menu.tsx'
import { notify } from '#web/ui/toasts.ts'
import type { View } from './view.ts'

const OpeningModal = lazyDialog(() => import('./OpeningModal.tsx'), 'OpeningModal')
const ViewModal = lazyDialog(() => import('./ViewModal.tsx'), 'ViewModal')

type ViewMenusProps = {
  views: readonly View[]
  current: View | undefined
  changed: boolean
  /** The list's current query, in the form in which a view stores it. */
  question: string
  mayOpen: boolean
  addressOf: (view: View) => PageAddress
}

/** Acts on a view: save changes, rename, share, set as opening, delete. */
export function ViewMenus({ views, current, changed, question, mayOpen, addressOf }: ViewMenusProps) {
  const t = useText()
  const [opening, setOpening] = useState<View>()
  const [saving, setSaving] = useState<{ view?: View; query: string }>()
  const save = async ({ slug, version }: View) => {
    try {
      await api('PATCH /api/v4/projects/views/:slug/', {
        params: { slug },
        body: { query: question, version },
      })
    } catch (error) {
      notify({ tone: 'danger', title: t('states.error'), message: (error as Error).message })
      void markStale('view')
    }
  }
  const remove = async ({ slug }: View) => {
    try {
      await api('DELETE /api/v4/projects/views/:slug/', { params: { slug } })
      notify({ tone: 'success', title: t('view_dialogs.deleted') })
      await navigate('/site-admin/projects/?view=all&page=1')
    } catch (error) {
      notify({ tone: 'danger', title: t('states.error'), message: (error as Error).message })
    }
  }
  const saveItems: MenuItem[] = [
    ...(current?.is_mine
      ? [{ key: 'save', text: t('actions.save'), onSelect: () => void save(current) }]
      : []),
    { key: 'new', text: t('view_dialogs.save_as'), onSelect: () => setSaving({ query: question }) },
    ...(current
      ? [{ key: 'discard', text: t('actions.discard'), onSelect: () => void navigate(addressOf(current)) }]
      : []),
  ]
  const saveMenu = (
    <Menu label={t('view_dialogs.save')} items={saveItems}>
      {(trigger) => (
        <Button variant="quiet" size="sm" {...trigger}>
          {t('view_dialogs.save')}
        </Button>
      )}
    </Menu>
  )
  const moreItems: MenuItem[] = [
    ...(current?.is_mine
      ? [
          {
            key: 'edit',
            text: t('view_dialogs.edit'),
            onSelect: () => setSaving({ view: current, query: current.query }),
          },
        ]
      : []),
    ...(mayOpen && current
      ? [{ key: 'opening', text: t('view_dialogs.opening'), onSelect: () => setOpening(current) }]
      : []),
    ...(current?.is_mine
      ? [{ key: 'delete', text: t('actions.delete'), danger: true, onSelect: () => void remove(current) }]
      : []),
  ]
  return (
    <>
      {changed && saveMenu}
      {moreItems.length > 0 && (
        <Menu label={t('view_dialogs.more')} items={moreItems}>
          {(trigger) => <IconButton icon={IconDots} label={t('view_dialogs.more')} {...trigger} />}
        </Menu>
      )}
      {saving && <ViewModal {...saving} onClose={() => setSaving(undefined)} />}
      {opening && <OpeningModal view={opening} views={views} onClose={() => setOpening(undefined)} />}
    </>
  )
}
