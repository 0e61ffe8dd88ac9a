import { defineMessages } from '#shared/messages.ts'

/** Funding and defunding internally, and claims. */
export const fundingMessages = defineMessages({
  'funding.unknown_project': ['This project does not exist', 'Dieses Projekt gibt es nicht'],
  'funding.unknown_company': ['This company does not exist', 'Dieses Unternehmen gibt es nicht'],
  'funding.unknown_budget': [
    'The company has no such budget on this day',
    'Dieses Budget hat das Unternehmen an diesem Tag nicht',
  ],
  'funding.budget_not_valid': ['The budget is not valid on this day', 'Das Budget gilt an diesem Tag nicht'],
  'funding.other_type': [
    'This budget pays for another funding type',
    'Dieses Budget ist für eine andere Förderart bestimmt',
  ],
  'funding.day_in_future': ['The day lies in the future', 'Der Tag liegt in der Zukunft'],
  'funding.too_many': ['At most 200 projects at once', 'Höchstens 200 Projekte auf einmal'],
  'funding.general_budget': ['General budget', 'Allgemeines Budget'],
  'blocking.not_public_benefit': [
    'The organization is not recognized as of public benefit',
    'Die Organisation ist nicht als gemeinnützig anerkannt',
  ],
  'claims.task_title': ['Recover {amount} from {organization}', '{amount} von {organization} zurückholen'],
  'claims.task_text': [
    '{amount} were paid out to {organization} and are to come back. Reason: {reason}',
    '{amount} wurden an {organization} überwiesen und sollen zurückkommen. Grund: {reason}',
  ],
  'claims.state.open': ['Open', 'Offen'],
  'claims.state.closed': ['Closed', 'Erledigt'],
  'claims.before_opened': ['The day lies before the claim', 'Der Tag liegt vor der Rückforderung'],
  'claims.company': ['Company', 'Unternehmen'],
  'claims.amount': ['Claimed', 'Gefordert'],
  'claims.returned': ['Returned', 'Zurückgezahlt'],
  'claims.written_off': ['Written off', 'Ausgebucht'],
  'claims.open': ['Still open', 'Noch offen'],
  'claims.opened_on': ['Since', 'Seit'],
  'claims.closed_on': ['Closed on', 'Erledigt am'],
  'claims.reason': ['Reason', 'Grund'],
})
