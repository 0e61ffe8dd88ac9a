import { defineMessages } from '#shared/messages.ts'

/** Texts of the palette for its results. */
export const searchMessages = defineMessages({
  'search.ends': ['ends {day}', 'endet {day}'],
  'search.due': ['due {day}', 'fällig {day}'],
})
