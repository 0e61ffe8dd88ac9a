import { createStore } from '#web/store.ts'

type Named = { slug: string; title: string }

/** The dialog that moves money, over whatever page is shown. */
export type OpenedFunding =
  | {
      kind: 'fund'
      slugs: readonly string[]
      /** The selection they come from: told which of them were not funded. */
      onDone?: (result: { funded: Named[]; others: Named[] }) => void
    }
  | { kind: 'defund'; slug: string }

export const openedFunding = createStore<OpenedFunding | undefined>(undefined)
