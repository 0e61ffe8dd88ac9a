import { defineMessages } from '#shared/messages.ts'

export const signatureMessages = defineMessages({
  'documents.signature.title': ['Signature on documents', 'Unterschrift auf Dokumenten'],
  'documents.signature.none': [
    'None yet. Templates that have a place for a signature leave it empty.',
    'Noch keine. Vorlagen mit Platz für eine Unterschrift lassen ihn leer.',
  ],
  'documents.signature.since': ['{name}, since {date}', '{name}, seit {date}'],
  'documents.signature.of': ['Signature of {name}', 'Unterschrift von {name}'],
  'documents.signature.show': ['Show', 'Zeigen'],
  'documents.signature.upload': ['Upload signature', 'Unterschrift hochladen'],
  'documents.signature.replace': ['Replace', 'Ersetzen'],
  'documents.signature.remove': ['Remove', 'Entfernen'],
  'documents.signature.removed': ['Signature removed', 'Unterschrift entfernt'],
  'documents.signature.kept': ['Signature saved', 'Unterschrift hinterlegt'],
  'documents.signature.remove_text': [
    'New documents have none. Receipts that carry it stay as they are.',
    'Neue Dokumente haben danach keine. Bestätigungen, auf denen sie steht, bleiben, wie sie sind.',
  ],
  'documents.signature.signatory': ['Who signs', 'Wer unterschreibt'],
  'documents.signature.signatory_hint': [
    'Upload a signature only with the consent of the person.',
    'Lade eine Unterschrift nur mit Einwilligung der Person hoch.',
    'Laden Sie eine Unterschrift nur mit Einwilligung der Person hoch.',
  ],
  'documents.signature.file': ['Picture', 'Bild'],
  'documents.signature.file_hint': [
    'JPEG, PNG or WebP, at most 4 MB. Light paper becomes see-through.',
    'JPEG, PNG oder WebP, höchstens 4 MB. Helles Papier wird durchsichtig.',
  ],
  'documents.signature.drop': [
    'Drop a picture here or choose a file',
    'Bild hierher ziehen oder Datei auswählen',
  ],
  'documents.signature.too_large': ['The picture is larger than 4 MB', 'Das Bild ist größer als 4 MB'],
  'documents.signature.refused.not_a_picture': [
    '{file} is not a JPEG, PNG or WebP, whatever its name says.',
    '{file} ist kein JPEG, PNG oder WebP, auch wenn der Name es sagt.',
  ],
  'documents.signature.refused.unreadable': [
    '{file} cannot be read. Save it again as a picture.',
    '{file} lässt sich nicht lesen. Speichere die Datei noch einmal als Bild.',
    '{file} lässt sich nicht lesen. Speichern Sie die Datei noch einmal als Bild.',
  ],
  'documents.signature.refused.empty': [
    'Nothing dark can be seen in {file}. Write on light paper and take the picture again.',
    'In {file} ist nichts Dunkles zu sehen. Schreibe auf helles Papier und fotografiere noch einmal.',
    'In {file} ist nichts Dunkles zu sehen. Schreiben Sie auf helles Papier und fotografieren Sie noch einmal.',
  ],
  'fields.signature': ['Signature', 'Unterschrift'],
  'logs.objects.signature': ['Signature', 'Unterschrift'],
})
