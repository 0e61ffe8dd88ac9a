import { defineMessages } from '#shared/messages.ts'

/** What the palette says of what it found. */
export const searchMessages = defineMessages({
  'search.ends': ['ends {day}', 'endet {day}'],
  'search.due': ['due {day}', 'fällig {day}'],
})
