import { defineMessages } from '#shared/messages.ts'

export const projectViewMessages = defineMessages({
  'project_views.all': ['All', 'Alle'],
  'project_views.needs_review': ['Needs review', 'Prüfung nötig'],
  'project_views.mine': ['Mine', 'Meine'],
  'project_views.nobodys': ['Nobody’s', 'Ohne Zuständige'],
  'project_views.overdue': ['Overdue', 'Überfällig'],
  'project_views.proof_ends': ['Proof ends in 30 days', 'Nachweis endet in 30 Tagen'],
  'project_views.label': ['Views', 'Ansichten'],
  'project_views.choose': ['Views: {title}', 'Ansichten: {title}'],
  'project_views.own': ['Custom view', 'Eigene Auswahl'],
  'project_views.others': ['More views', 'Weitere Ansichten'],
  'project_views.others_count': ['{count} more', '{count} weitere'],
  'project_views.changed': ['changed', 'geändert'],
  'project_views.shared': ['shared', 'geteilt'],
  'view_empty.show': ['Show: {title}', 'Zeigen: {title}'],
  'view_empty.needs_review': ['Nothing waits for a review', 'Nichts wartet auf eine Prüfung'],
  'view_empty.needs_review_hint': [
    'New projects appear here by themselves.',
    'Was neu hereinkommt, steht hier von selbst.',
  ],
  'view_empty.mine': [
    'Nothing of yours is waiting for a review',
    'Von dir wartet nichts auf eine Prüfung',
    'Von Ihnen wartet nichts auf eine Prüfung',
  ],
  'view_empty.mine_hint': [
    'Projects without a reviewer can be taken: “Assign to me” is beside each of them.',
    'Was noch niemand prüft, kannst du übernehmen: „Mir zuweisen“ steht neben jedem Projekt.',
    'Was noch niemand prüft, können Sie übernehmen: „Mir zuweisen“ steht neben jedem Projekt.',
  ],
  'view_empty.nobodys': [
    'Everything that waits has a reviewer',
    'Alles, was wartet, hat eine prüfende Person',
  ],
  'view_empty.nobodys_hint': [
    'Hand over and divide are in the bar for the selection.',
    'Übergeben und Aufteilen stehen in der Leiste der Auswahl.',
  ],
  'view_empty.overdue': ['Nothing is overdue', 'Nichts ist überfällig'],
  'view_empty.overdue_hint': [
    'Projects that have waited longer than agreed appear here.',
    'Hier steht, was länger wartet als vereinbart.',
  ],
  'view_empty.proof_ends': [
    'No proof ends in the next 30 days',
    'In den nächsten 30 Tagen endet kein Nachweis',
  ],
  'view_empty.proof_ends_hint': [
    'Projects appear here as soon as the proof of their organization is about to end.',
    'Projekte stehen hier, sobald der Nachweis ihrer Organisation bald endet.',
  ],
  'view_dialogs.save': ['Save view', 'Ansicht speichern'],
  'view_dialogs.save_as': ['Save as new', 'Als neue speichern'],
  'view_dialogs.edit': ['Edit view', 'Ansicht bearbeiten'],
  'view_dialogs.title': ['Title', 'Titel'],
  'view_dialogs.share': ['Shared with everybody who sees projects', 'Für alle, die Projekte sehen'],
  'view_dialogs.more': ['More about this view', 'Mehr zu dieser Ansicht'],
  'view_dialogs.title_required': ['Enter a title', 'Gib einen Titel ein', 'Geben Sie einen Titel ein'],
  'project_views.query_unknown': [
    'The list does not know these filters',
    'Die Liste kennt diese Filter nicht',
  ],
  'project_views.too_many': ['At most {limit} views', 'Höchstens {limit} Ansichten'],
  'view_dialogs.opening': ['List opens with this view…', 'Liste öffnet mit dieser Ansicht…'],
  'view_openings.title': ['Open with: {title}', 'Öffnen mit: {title}'],
  'view_openings.label': [
    'The project list opens with this view for',
    'Die Projektliste öffnet mit dieser Ansicht für',
  ],
  'view_openings.hint': [
    'Everyone who has all rights of a role holds it; with several roles the widest one counts. Filters that people have set themselves stay as they are.',
    'Eine Rolle hat, wer alle ihre Rechte besitzt; bei mehreren gilt die umfassendste. Filter, die jemand selbst gesetzt hat, bleiben, wie sie sind.',
  ],
  'view_openings.now': ['now: {title}', 'bisher: {title}'],
  'view_openings.kept': ['Saved', 'Gespeichert'],
  'project_views.share_first': [
    'Share the view first: others do not see it yet',
    'Teile die Ansicht zuerst: andere sehen sie noch nicht',
    'Teilen Sie die Ansicht zuerst: andere sehen sie noch nicht',
  ],
  'view_dialogs.deleted': ['View deleted', 'Ansicht gelöscht'],
})
