import { defineMessages } from '#shared/messages.ts'

export const projectMessages = defineMessages({
  'projects.title_required': ['Enter a title', 'Gib einen Titel ein', 'Geben Sie einen Titel ein'],
  'projects.organization_required': [
    'Choose an organization',
    'Wähle eine Organisation',
    'Wählen Sie eine Organisation',
  ],
  'projects.ends_before_start': ['The end lies before the start', 'Das Ende liegt vor dem Beginn'],
})
