import { defineMessages } from '#shared/messages.ts'

export const searchMessages = defineMessages({
  'search.ends': ['ends {day}', 'endet {day}'],
  'search.due': ['due {day}', 'fällig {day}'],
})
