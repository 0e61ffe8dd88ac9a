import { createStore } from '#web/store.ts'

type NamedRecord = { slug: string; title: string }

/** The dialog that moves money, shown over any page. */
export type OpenedFunding =
  | {
      kind: 'fund'
      slugs: readonly string[]
      /** Reports to the selection that opened the dialog which projects were funded and which were not. */
      onDone?: (result: { funded: NamedRecord[]; others: NamedRecord[] }) => void
    }
  | { kind: 'defund'; slug: string }

export const openedFunding = createStore<OpenedFunding | undefined>(undefined)
