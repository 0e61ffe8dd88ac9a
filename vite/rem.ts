import type { Visitor } from 'lightningcss'

/** Pixels per rem. */
const base = 16
/** Lines and rings keep their width; everything else scales with the text. */
const thinnest = 3

/**
 * Styles are written in pixels and served in `rem`, media queries included: text follows the browser's text size, and
 * the layout follows the text as it does for zoom.
 */
export const inRem = {
  Length: ({ unit, value }) =>
    unit === 'px' && Math.abs(value) >= thinnest ? { unit: 'rem', value: value / base } : undefined,
} satisfies Visitor<never>
