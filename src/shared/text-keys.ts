/** Every text of the product, by key. Empty here: `src/app/texts.ts`, which knows the features, fills it. */
export interface Texts {}

export type TextKey = keyof Texts
/** Keys under one prefix, e.g. `TextKeyUnder<'errors'>`. */
export type TextKeyUnder<Prefix extends string> = Extract<TextKey, `${Prefix}.${string}`>
