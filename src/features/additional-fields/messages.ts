import { defineMessages } from '#shared/messages.ts'

export const additionalFieldMessages = defineMessages({
  'additional_fields.title': ['Additional fields', 'Zusatzfelder'],
  'additional_fields.key_invalid': [
    'Small letters, digits and _, beginning with a letter, at most 40',
    'Kleine Buchstaben, Ziffern und _, am Anfang ein Buchstabe, höchstens 40',
  ],
  'additional_fields.key_reserved': [
    'This key has a meaning of its own in filters',
    'Dieser Schlüssel hat in Filtern eine eigene Bedeutung',
  ],
  'additional_fields.key_taken': ['This key is taken', 'Diesen Schlüssel gibt es schon'],
  'additional_fields.too_many': ['There are {limit} fields already', 'Es gibt schon {limit} Felder'],
  'additional_fields.no_choices': [
    'Only a choice has something to choose from',
    'Nur eine Auswahl hat etwas zum Auswählen',
  ],
  'additional_fields.choices_needed': ['Add at least one choice', 'Mindestens eine Möglichkeit ist nötig'],
  'additional_fields.type_in_use': [
    'Projects have answers already, so the type stays',
    'Es gibt schon Antworten, deshalb bleibt die Art',
  ],
  'additional_fields.choice_in_use': [
    'Projects have chosen it already: {choices}',
    'Projekte haben es schon gewählt: {choices}',
  ],
  'additional_fields.switched_off': [
    'This field is no longer asked',
    'Nach diesem Feld wird nicht mehr gefragt',
  ],
  'additional_fields.none': ['No answer', 'Keine Antwort'],
  'additional_fields.given': ['Answered', 'Beantwortet'],
})
