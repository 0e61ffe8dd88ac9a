import { defineMessages } from '#shared/messages.ts'

export const internalStatusMessages = defineMessages({
  'internal_statuses.title_taken': ['This title is taken', 'Diesen Titel gibt es schon'],
  'errors.in_use': [
    'It is still in use, so it cannot be deleted',
    'Es wird noch benutzt und kann nicht gelöscht werden',
  ],
})
