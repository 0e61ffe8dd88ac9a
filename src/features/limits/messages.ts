import { defineMessages } from '#shared/messages.ts'

export const limitMessages = defineMessages({
  'limits.exemption_notice_months': [
    'Notice of exemption counts for (months)',
    'Freistellungsbescheid gilt (Monate)',
  ],
  'limits.exemption_art60a_months': [
    '§ 60a finding counts for (months)',
    'Feststellung nach § 60a gilt (Monate)',
  ],
  'limits.in_the_past': [
    'A new value counts from today at the earliest',
    'Ein neuer Wert gilt frühestens ab heute',
  ],
})
