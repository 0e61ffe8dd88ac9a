import { defineMessages } from '#shared/messages.ts'

/** Outcomes of reviews (spec §4) and how they are decided. */
export const reviewMessages = defineMessages({
  'labels.public': ['Public', 'Öffentlich'],
  'labels.accepted': ['Accepted', 'Angenommen'],
  'labels.rejected': ['Rejected', 'Abgelehnt'],
  'labels.needs_review': ['Needs review', 'Prüfung nötig'],
  'labels.review': ['Review', 'Prüfung'],
  'labels.voting_review': ['Voting review', 'Voting-Prüfung'],
  'columns.reviewer': ['Reviewer', 'Prüfende Person'],
  'columns.waiting_since': ['Waiting since', 'Wartet seit'],
  'reviews.reviewer_unknown': [
    'Choose somebody who may change projects',
    'Wähle jemanden, der Projekte ändern darf',
    'Wählen Sie jemanden, der Projekte ändern darf',
  ],
  'reviews.decisions': ['Decisions', 'Entscheidungen'],
  'reviews.none_decided': ['Nothing decided yet', 'Noch nichts entschieden'],
  'reviews.decide': ['Decide', 'Entscheiden'],
  'reviews.decide_title': ['Decide: {review}', 'Entscheiden: {review}'],
  'reviews.outcome': ['Outcome', 'Ergebnis'],
  'reviews.outcome_required': ['Choose an outcome', 'Wähle ein Ergebnis', 'Wählen Sie ein Ergebnis'],
  'reviews.stands': ['stands now', 'gilt jetzt'],
  'reviews.reason': ['Reason', 'Begründung'],
  'reviews.reason_hint': ['Kept with the decision in the history', 'Steht mit der Entscheidung im Verlauf'],
  'reviews.withdraw': ['Take back', 'Zurücknehmen'],
  'reviews.decided': ['Decision saved', 'Entscheidung gespeichert'],
  'reviews.withdrawn': ['Decision taken back', 'Entscheidung zurückgenommen'],
})
