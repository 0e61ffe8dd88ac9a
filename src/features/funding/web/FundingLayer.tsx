import { openedFunding } from '#features/ledger/web/open-funding.ts'
import { useStore } from '#web/store.ts'
import { lazyDialog } from '#web/ui/lazyDialog.tsx'

const FundDialog = lazyDialog(() => import('./FundDialog.tsx'), 'FundDialog')
const DefundDialog = lazyDialog(() => import('./DefundDialog.tsx'), 'DefundDialog')

const close = () => openedFunding.set(undefined)

/** Funding and defunding dialogs over any page; lists, rows and records open them through `openedFunding`. */
export function FundingLayer() {
  const opened = useStore(openedFunding)
  if (!opened) return null
  if (opened.kind === 'defund') return <DefundDialog slug={opened.slug} onClose={close} />
  const { slugs, onDone } = opened
  return (
    <FundDialog
      slugs={slugs}
      isSelection={onDone !== undefined}
      onClose={close}
      {...(onDone ? { onDone } : {})}
    />
  )
}
