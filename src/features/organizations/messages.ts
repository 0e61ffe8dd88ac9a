import { defineMessages } from '#shared/messages.ts'

export const organizationMessages = defineMessages({
  'organizations.title_required': ['Enter a title', 'Gib einen Titel ein', 'Geben Sie einen Titel ein'],
  'organizations.bic': [
    'Enter a BIC of 8 or 11 characters',
    'Gib einen BIC mit 8 oder 11 Zeichen ein',
    'Geben Sie einen BIC mit 8 oder 11 Zeichen ein',
  ],
  'columns.nonprofit_review_status': ['Non-profit review', 'Gemeinnützigkeitsprüfung'],
  'columns.proof_status': ['Proof status', 'Nachweisstatus'],
  'columns.project_voting_review': ['Project voting review', 'Voting-Prüfung'],
})
