import type { PageAddress } from '#shared/pages.ts'
import { useLocation } from '../router/page.ts'
import { PageLink } from '../router/PageLink.tsx'
import { useText } from '../texts.ts'
import '../ui/ui.css'
import './record-tabs.css'

type Tab<Key extends string> = {
  key: Key
  text: string
  /** Number of items in it. */ count?: number | undefined
}

/** The record's tab named by the address (`?tab=money`); the first one by default. */
export function useRecordTab<Key extends string>(keys: readonly [Key, ...Key[]]): Key {
  const { tab } = useLocation().search
  return keys.find((key) => key === tab) ?? keys[0]
}

/** The address of a record's tab; the first one is the record's own. */
export const tabAddress = (address: PageAddress, tab: string | undefined): PageAddress =>
  (tab ? `${address}?tab=${tab}` : address) as PageAddress

/** The tabs of a record: links, so that each has an address and Back returns to the previous one. */
export function RecordTabs<Key extends string>({
  address,
  tabs,
  open,
}: {
  address: PageAddress
  tabs: readonly Tab<Key>[]
  open: Key
}) {
  const t = useText()
  return (
    <nav className="tabs record-tabs" aria-label={t('record.tabs')}>
      {tabs.map(({ key, text, count }, at) => (
        <PageLink
          key={key}
          href={tabAddress(address, at === 0 ? undefined : key)}
          aria-current={key === open ? 'page' : undefined}
        >
          {text}
          {count !== undefined && count > 0 && <span className="muted figures"> {count}</span>}
        </PageLink>
      ))}
    </nav>
  )
}
