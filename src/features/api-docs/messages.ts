import { defineMessages } from '#shared/messages.ts'

/** The frame of the API docs; the descriptions of calls are English, like their names. */
export const apiDocsMessages = defineMessages({
  'api_docs.title': ['API of Almoner', 'API von Almoner'],
  'api_docs.intro': [
    'Every call, generated from the declarations that validate it. Changing calls send the cookie csrftoken (behind https: __Host-csrftoken) again as the header X-CSRFToken.',
    'Jeder Aufruf, abgelesen von den Deklarationen, die ihn auch prüfen. Ändernde Aufrufe senden den Cookie csrftoken (bei https: __Host-csrftoken) noch einmal im Header X-CSRFToken.',
  ],
  'api_docs.schema': ['As an OpenAPI 3.1 document', 'Als OpenAPI-3.1-Dokument'],
  'api_docs.calls': ['Calls', 'Aufrufe'],
  'api_docs.permission': ['Permission', 'Berechtigung'],
  'api_docs.parameter': ['Parameter', 'Parameter'],
  'api_docs.in': ['In', 'Ort'],
  'api_docs.values': ['Values', 'Werte'],
  'api_docs.required': ['required', 'erforderlich'],
  'api_docs.example': ['Example', 'Beispiel'],
  'api_docs.body': ['Body', 'Inhalt'],
  'api_docs.answer': ['Answer {status}', 'Antwort {status}'],
  'api_docs.other_answers': ['Other answers: {statuses}', 'Weitere Antworten: {statuses}'],
})
