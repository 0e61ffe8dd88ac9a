import { defineMessages } from '#shared/messages.ts'

export const limitMessages = defineMessages({
  'limits.exemption_notice_months': [
    'Notice of exemption is valid for (months)',
    'Freistellungsbescheid gilt (Monate)',
  ],
  'limits.exemption_art60a_months': [
    '§ 60a finding is valid for (months)',
    'Feststellung nach § 60a gilt (Monate)',
  ],
  'limits.review_lease_minutes': [
    'A project in review is released without a key press after (minutes)',
    'Ein Projekt in Prüfung wird ohne Taste zurückgegeben nach (Minuten)',
  ],
  'limits.review_mail_minutes': [
    'E-mail to the applicant leaves after a decision (minutes)',
    'E-Mail an den Projektträger geht nach einer Entscheidung hinaus (Minuten)',
  ],
  'limits.review_overdue_days': ['Waiting is overdue after (days)', 'Warten ist überfällig nach (Tagen)'],
  'limits.bulk_undo_days': [
    'Bulk runs can be undone for (days)',
    'Was an vielen zugleich geändert wurde, ist umkehrbar (Tage)',
  ],
  'limits.in_the_past': [
    'A new value applies from today at the earliest',
    'Ein neuer Wert gilt frühestens ab heute',
  ],
})
