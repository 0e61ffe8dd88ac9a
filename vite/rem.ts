import type { Visitor } from 'lightningcss'

/** What the handbook's pixels are counted from. */
const base = 16
/** Lines and rings stay as thin as they are; everything else grows with the text. */
const thinnest = 3

/**
 * Styles are written in the handbook's pixels and served in `rem`, media queries included: text follows the text size
 * that a person has set in the browser, and the layout follows the text as it does for zoom.
 */
export const inRem = {
  Length: ({ unit, value }) =>
    unit === 'px' && Math.abs(value) >= thinnest ? { unit: 'rem', value: value / base } : undefined,
} satisfies Visitor<never>
