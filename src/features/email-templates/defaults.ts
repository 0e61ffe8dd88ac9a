import type { Locale } from '#shared/messages.ts'
import type { TemplateKey, Wording } from './templates.ts'

const taskFacts = {
  en: `**{{ title }}**
{% if target != '' %}{% if target_type == 'organization' %}Organization{% else %}Project{% endif %}: {{ target }}
{% endif %}{% if due_date != '' %}Due: {{ due_date }}
{% endif %}{% if created_by != '' %}Created by: {{ created_by }}
{% endif %}{% if description != '' %}
{{ description }}
{% endif %}{% if link != '' %}
[Open the task]({{ link }})
{% endif %}`,
  de: `**{{ title }}**
{% if target != '' %}{% if target_type == 'organization' %}Organisation{% else %}Projekt{% endif %}: {{ target }}
{% endif %}{% if due_date != '' %}Fällig am: {{ due_date }}
{% endif %}{% if created_by != '' %}Erstellt von: {{ created_by }}
{% endif %}{% if description != '' %}
{{ description }}
{% endif %}{% if link != '' %}
[Aufgabe öffnen]({{ link }})
{% endif %}`,
}

/** Always German, because it is for the tax office. */
const slip = "{% if slip != '' %}\n\n{{ slip }}{% endif %}"
const hello = {
  en_US: `Hello{% if recipient != '' %} {{ recipient }}{% endif %},\n\n`,
  du_DE: `Hallo{% if recipient != '' %} {{ recipient }}{% endif %},\n\n`,
  sie_DE: `Guten Tag{% if recipient != '' %} {{ recipient }}{% endif %},\n\n`,
}

/** Account events, each with its text. */
const noticeOf = {
  en: `{% case event %}{% when 'reset_asked' %}a link to choose a new password was sent to the owner of the account **{{ account }}**.
{% when 'reset_used' %}the password of the account **{{ account }}** was set anew through a link; all its sessions were ended.
{% when 'invitation_sent' %}an invitation for the account **{{ account }}** was sent.
{% when 'invitation_used' %}the invitation for the account **{{ account }}** was accepted; it can sign in now.
{% when 'password_changed' %}the password of the account **{{ account }}** was changed by its owner; all other sessions were ended.{% endcase %}`,
  de: `{% case event %}{% when 'reset_asked' %}für das Konto **{{ account }}** wurde ein Link für ein neues Passwort verschickt.
{% when 'reset_used' %}das Passwort des Kontos **{{ account }}** wurde über einen Link neu gesetzt; alle Sitzungen sind beendet.
{% when 'invitation_sent' %}für das Konto **{{ account }}** wurde eine Einladung verschickt.
{% when 'invitation_used' %}die Einladung für das Konto **{{ account }}** wurde angenommen; die Anmeldung ist jetzt möglich.
{% when 'password_changed' %}das Passwort des Kontos **{{ account }}** wurde in der Anmeldung geändert; alle anderen Sitzungen sind beendet.{% endcase %}`,
}

/** Outcomes of a proposal, with its facts. */
const decisionOf = {
  en: `{% case decision %}{% when 'approved' %}what you proposed was approved and done.{% when 'rejected' %}what you proposed was rejected.{% else %}what you proposed has expired: nobody decided it in time, and nothing has moved.{% endcase %}

**{{ act }}: {{ title }}**
{% if amount != '' %}{{ amount }}
{% endif %}{% if reason != '' %}Reason: {{ reason }}
{% endif %}{% if link != '' %}
[Open it]({{ link }})
{% endif %}`,
  du: `{% case decision %}{% when 'approved' %}was du beantragt hast, ist freigegeben und ausgeführt.{% when 'rejected' %}was du beantragt hast, wurde abgelehnt.{% else %}was du beantragt hast, ist verfallen: Niemand hat es rechtzeitig entschieden, und nichts hat sich bewegt.{% endcase %}`,
  sie: `{% case decision %}{% when 'approved' %}was Sie beantragt haben, ist freigegeben und ausgeführt.{% when 'rejected' %}was Sie beantragt haben, wurde abgelehnt.{% else %}was Sie beantragt haben, ist verfallen: Niemand hat es rechtzeitig entschieden, und nichts hat sich bewegt.{% endcase %}`,
  facts: `

**{{ act }}: {{ title }}**
{% if amount != '' %}{{ amount }}
{% endif %}{% if reason != '' %}Grund: {{ reason }}
{% endif %}{% if link != '' %}
[Öffnen]({{ link }})
{% endif %}`,
}

/** The note sent with assigned projects, and a link to them. */
const handedOver = (words: string) => `{% if note != '' %}
{{ note }}
{% endif %}{% if link != '' %}
[${words}]({{ link }})
{% endif %}`

/** Default wordings until staff write their own: subject and body (Markdown with Liquid variables) in three languages. */
const defaults: Record<TemplateKey, Record<Locale, Wording>> = {
  task_created: {
    en_US: {
      subject:
        'You have been given a task: {{ title }}{% if due_date != "" %}, due {{ due_date }}{% endif %}',
      body: `${hello.en_US}you have been given a task.\n\n${taskFacts.en}`,
    },
    du_DE: {
      subject:
        'Du hast eine neue Aufgabe: {{ title }}{% if due_date != "" %}, fällig am {{ due_date }}{% endif %}',
      body: `${hello.du_DE}du hast eine neue Aufgabe.\n\n${taskFacts.de}`,
    },
    sie_DE: {
      subject:
        'Sie haben eine neue Aufgabe: {{ title }}{% if due_date != "" %}, fällig am {{ due_date }}{% endif %}',
      body: `${hello.sie_DE}Sie haben eine neue Aufgabe.\n\n${taskFacts.de}`,
    },
  },
  task_due: {
    en_US: {
      subject: 'Your task is due today: {{ title }}',
      body: `${hello.en_US}your task is due today.\n\n${taskFacts.en}`,
    },
    du_DE: {
      subject: 'Deine Aufgabe ist heute fällig: {{ title }}',
      body: `${hello.du_DE}deine Aufgabe ist heute fällig.\n\n${taskFacts.de}`,
    },
    sie_DE: {
      subject: 'Ihre Aufgabe ist heute fällig: {{ title }}',
      body: `${hello.sie_DE}Ihre Aufgabe ist heute fällig.\n\n${taskFacts.de}`,
    },
  },
  task_completed: {
    en_US: {
      subject: 'Task done: {{ title }}',
      body: `${hello.en_US}{% if completed_by != '' %}{{ completed_by }} has completed a task that you created.{% else %}a task that you created is done.{% endif %}\n\n${taskFacts.en}`,
    },
    du_DE: {
      subject: 'Aufgabe erledigt: {{ title }}',
      body: `${hello.du_DE}{% if completed_by != '' %}{{ completed_by }} hat eine Aufgabe erledigt, die du angelegt hast.{% else %}eine Aufgabe, die du angelegt hast, ist erledigt.{% endif %}\n\n${taskFacts.de}`,
    },
    sie_DE: {
      subject: 'Aufgabe erledigt: {{ title }}',
      body: `${hello.sie_DE}{% if completed_by != '' %}{{ completed_by }} hat eine Aufgabe erledigt, die Sie angelegt haben.{% else %}eine Aufgabe, die Sie angelegt haben, ist erledigt.{% endif %}\n\n${taskFacts.de}`,
    },
  },
  invitation: {
    en_US: {
      subject: 'Your account for Almoner',
      body: `${hello.en_US}{% if invited_by != '' %}{{ invited_by }} has invited you{% else %}you have been invited{% endif %} to work with Almoner. Choose a user name and a password:

[Accept the invitation]({{ link }})

The link works once{% if valid_until != '' %}, until {{ valid_until }}{% endif %}.`,
    },
    du_DE: {
      subject: 'Dein Konto bei Almoner',
      body: `${hello.du_DE}{% if invited_by != '' %}{{ invited_by }} hat dich{% else %}du wurdest{% endif %} zur Arbeit mit Almoner eingeladen. Wähle einen Benutzernamen und ein Passwort:

[Einladung annehmen]({{ link }})

Der Link gilt einmal{% if valid_until != '' %}, bis zum {{ valid_until }}{% endif %}.`,
    },
    sie_DE: {
      subject: 'Ihr Konto bei Almoner',
      body: `${hello.sie_DE}{% if invited_by != '' %}{{ invited_by }} hat Sie{% else %}Sie wurden{% endif %} zur Arbeit mit Almoner eingeladen. Wählen Sie einen Benutzernamen und ein Passwort:

[Einladung annehmen]({{ link }})

Der Link gilt einmal{% if valid_until != '' %}, bis zum {{ valid_until }}{% endif %}.`,
    },
  },
  password_reset: {
    en_US: {
      subject: 'Choose a new password',
      body: `${hello.en_US}somebody asked for a new password for your account{% if username != '' %} {{ username }}{% endif %}.

[Choose a new password]({{ link }})

The link works once{% if valid_hours != '' %}, for {{ valid_hours }} hours{% endif %}. If it was not you, nothing needs to be done.`,
    },
    du_DE: {
      subject: 'Neues Passwort wählen',
      body: `${hello.du_DE}für dein Konto{% if username != '' %} {{ username }}{% endif %} wurde ein neues Passwort angefordert.

[Neues Passwort wählen]({{ link }})

Der Link gilt einmal{% if valid_hours != '' %}, {{ valid_hours }} Stunden lang{% endif %}. Wenn du das nicht warst, ist nichts zu tun.`,
    },
    sie_DE: {
      subject: 'Neues Passwort wählen',
      body: `${hello.sie_DE}für Ihr Konto{% if username != '' %} {{ username }}{% endif %} wurde ein neues Passwort angefordert.

[Neues Passwort wählen]({{ link }})

Der Link gilt einmal{% if valid_hours != '' %}, {{ valid_hours }} Stunden lang{% endif %}. Wenn Sie das nicht waren, ist nichts zu tun.`,
    },
  },
  export_ready: {
    en_US: {
      subject: 'Your export is ready{% if filename != "" %}: {{ filename }}{% endif %}',
      body: `${hello.en_US}your export{% if filename != '' %} “{{ filename }}”{% endif %} is ready{% if rows != '' %} ({{ rows }} rows){% endif %}.

[Download the file]({{ link }})

{% if expires_on != '' %}The link works until {{ expires_on }}.{% endif %}`,
    },
    du_DE: {
      subject: 'Dein Export ist bereit{% if filename != "" %}: {{ filename }}{% endif %}',
      body: `${hello.du_DE}dein Export{% if filename != '' %} „{{ filename }}“{% endif %} ist bereit{% if rows != '' %} ({{ rows }} Zeilen){% endif %}.

[Datei herunterladen]({{ link }})

{% if expires_on != '' %}Der Link gilt bis zum {{ expires_on }}.{% endif %}`,
    },
    sie_DE: {
      subject: 'Ihr Export ist bereit{% if filename != "" %}: {{ filename }}{% endif %}',
      body: `${hello.sie_DE}Ihr Export{% if filename != '' %} „{{ filename }}“{% endif %} ist bereit{% if rows != '' %} ({{ rows }} Zeilen){% endif %}.

[Datei herunterladen]({{ link }})

{% if expires_on != '' %}Der Link gilt bis zum {{ expires_on }}.{% endif %}`,
    },
  },
  // Nobody can change this wording, because it warns of acts by people who can change wordings.
  account_notice: {
    en_US: {
      subject: 'About the account {{ account }}',
      body: `${hello.en_US}${noticeOf.en}\n\nDay: {{ day }}\n\nIf this was not meant to happen, disable the account and look at the audit log.`,
    },
    du_DE: {
      subject: 'Zum Konto {{ account }}',
      body: `${hello.du_DE}${noticeOf.de}\n\nTag: {{ day }}\n\nWenn das nicht so gewollt war: Lass das Konto deaktivieren und das Protokoll prüfen.`,
    },
    sie_DE: {
      subject: 'Zum Konto {{ account }}',
      body: `${hello.sie_DE}${noticeOf.de}\n\nTag: {{ day }}\n\nWenn das nicht so gewollt war: Lassen Sie das Konto deaktivieren und das Protokoll prüfen.`,
    },
  },
  approval_decided: {
    en_US: {
      subject:
        '{% case decision %}{% when "approved" %}Approved{% when "rejected" %}Rejected{% else %}Expired{% endcase %}: {{ act }}, {{ title }}',
      body: `${hello.en_US}${decisionOf.en}`,
    },
    du_DE: {
      subject:
        '{% case decision %}{% when "approved" %}Freigegeben{% when "rejected" %}Abgelehnt{% else %}Verfallen{% endcase %}: {{ act }}, {{ title }}',
      body: `${hello.du_DE}${decisionOf.du}${decisionOf.facts}`,
    },
    sie_DE: {
      subject:
        '{% case decision %}{% when "approved" %}Freigegeben{% when "rejected" %}Abgelehnt{% else %}Verfallen{% endcase %}: {{ act }}, {{ title }}',
      body: `${hello.sie_DE}${decisionOf.sie}${decisionOf.facts}`,
    },
  },
  proof_ends: {
    en_US: {
      subject: 'Your notice of exemption: proof until {{ ends_on }}',
      body: `${hello.en_US}your notice{% if issued_on != '' %} of {{ issued_on }}{% endif %} proves until {{ ends_on }} that {{ organization }} serves the public benefit. Please send us the new notice as a PDF as soon as you have it, so that gifts can still be confirmed.`,
    },
    du_DE: {
      subject: 'Euer Freistellungsbescheid: Nachweis bis {{ ends_on }}',
      body: `${hello.du_DE}der Bescheid{% if issued_on != '' %} vom {{ issued_on }}{% endif %} weist die Gemeinnützigkeit von {{ organization }} bis {{ ends_on }} nach. Bitte schickt uns den neuen Bescheid als PDF, sobald er da ist, damit Zuwendungen weiter bestätigt werden können.`,
    },
    sie_DE: {
      subject: 'Ihr Freistellungsbescheid: Nachweis bis {{ ends_on }}',
      body: `${hello.sie_DE}Ihr Bescheid{% if issued_on != '' %} vom {{ issued_on }}{% endif %} weist die Gemeinnützigkeit von {{ organization }} bis {{ ends_on }} nach. Bitte schicken Sie uns den neuen Bescheid als PDF, sobald er da ist, damit Zuwendungen weiter bestätigt werden können.`,
    },
  },
  review_handed_over: {
    en_US: {
      subject:
        '{{ handed_by }} has given you {% if count == "1" %}a project{% else %}{{ count }} projects{% endif %} to review',
      body: `${hello.en_US}{{ handed_by }} has given you {% if count == '1' %}a project{% else %}{{ count }} projects{% endif %} to review.
${handedOver('Open my share')}`,
    },
    du_DE: {
      subject:
        '{{ handed_by }} hat dir {% if count == "1" %}ein Projekt{% else %}{{ count }} Projekte{% endif %} zur Prüfung gegeben',
      body: `${hello.du_DE}{{ handed_by }} hat dir {% if count == '1' %}ein Projekt{% else %}{{ count }} Projekte{% endif %} zur Prüfung gegeben.
${handedOver('Meinen Anteil öffnen')}`,
    },
    sie_DE: {
      subject:
        '{{ handed_by }} hat Ihnen {% if count == "1" %}ein Projekt{% else %}{{ count }} Projekte{% endif %} zur Prüfung gegeben',
      body: `${hello.sie_DE}{{ handed_by }} hat Ihnen {% if count == '1' %}ein Projekt{% else %}{{ count }} Projekte{% endif %} zur Prüfung gegeben.
${handedOver('Meinen Anteil öffnen')}`,
    },
  },
  review_public: {
    en_US: {
      subject: 'Your project “{{ title }}” is public',
      body: `${hello.en_US}we have reviewed your project “{{ title }}”. It is public now.

{% if reason != '' %}{{ reason }}

{% endif %}We wish you every success.`,
    },
    du_DE: {
      subject: 'Dein Projekt „{{ title }}“ ist öffentlich',
      body: `${hello.du_DE}wir haben dein Projekt „{{ title }}“ geprüft. Es ist jetzt öffentlich.

{% if reason != '' %}{{ reason }}

{% endif %}Wir wünschen dir viel Erfolg.`,
    },
    sie_DE: {
      subject: 'Ihr Projekt „{{ title }}“ ist öffentlich',
      body: `${hello.sie_DE}wir haben Ihr Projekt „{{ title }}“ geprüft. Es ist jetzt öffentlich.

{% if reason != '' %}{{ reason }}

{% endif %}Wir wünschen Ihnen viel Erfolg.`,
    },
  },
  review_accepted: {
    en_US: {
      subject: 'Your project “{{ title }}” is accepted',
      body: `${hello.en_US}we have reviewed your project “{{ title }}” and accepted it. It is not shown to the public.

{% if reason != '' %}{{ reason }}

{% endif %}`,
    },
    du_DE: {
      subject: 'Dein Projekt „{{ title }}“ ist angenommen',
      body: `${hello.du_DE}wir haben dein Projekt „{{ title }}“ geprüft und angenommen. Es wird nicht öffentlich gezeigt.

{% if reason != '' %}{{ reason }}

{% endif %}`,
    },
    sie_DE: {
      subject: 'Ihr Projekt „{{ title }}“ ist angenommen',
      body: `${hello.sie_DE}wir haben Ihr Projekt „{{ title }}“ geprüft und angenommen. Es wird nicht öffentlich gezeigt.

{% if reason != '' %}{{ reason }}

{% endif %}`,
    },
  },
  review_rejected: {
    en_US: {
      subject: 'Your project “{{ title }}”',
      body: `${hello.en_US}we have reviewed your project and cannot accept it in this form:

{% if reason != '' %}{{ reason }}

{% endif %}You can complete the project and submit it again.`,
    },
    du_DE: {
      subject: 'Dein Projekt „{{ title }}“',
      body: `${hello.du_DE}wir haben dein Projekt geprüft und können es in dieser Form nicht annehmen:

{% if reason != '' %}{{ reason }}

{% endif %}Du kannst das Projekt ergänzen und noch einmal einreichen.`,
    },
    sie_DE: {
      subject: 'Ihr Projekt „{{ title }}“',
      body: `${hello.sie_DE}wir haben Ihr Projekt geprüft und können es in dieser Form nicht annehmen:

{% if reason != '' %}{{ reason }}

{% endif %}Sie können das Projekt ergänzen und noch einmal einreichen.`,
    },
  },
  review_question: {
    en_US: {
      subject: 'A question about your project “{{ title }}”',
      body: `${hello.en_US}to review your project “{{ title }}” we need your answer:

{% if reason != '' %}{{ reason }}

{% endif %}You can answer this e-mail.`,
    },
    du_DE: {
      subject: 'Rückfrage zu deinem Projekt „{{ title }}“',
      body: `${hello.du_DE}zur Prüfung deines Projekts „{{ title }}“ brauchen wir noch eine Antwort:

{% if reason != '' %}{{ reason }}

{% endif %}Du kannst auf diese E-Mail antworten.`,
    },
    sie_DE: {
      subject: 'Rückfrage zu Ihrem Projekt „{{ title }}“',
      body: `${hello.sie_DE}zur Prüfung Ihres Projekts „{{ title }}“ brauchen wir noch eine Antwort:

{% if reason != '' %}{{ reason }}

{% endif %}Sie können auf diese E-Mail antworten.`,
    },
  },
  applicant_note: {
    en_US: {
      subject: 'About your project “{{ title }}”',
      body: `${hello.en_US}{{ reason }}`,
    },
    du_DE: {
      subject: 'Zu deinem Projekt „{{ title }}“',
      body: `${hello.du_DE}{{ reason }}`,
    },
    sie_DE: {
      subject: 'Zu Ihrem Projekt „{{ title }}“',
      body: `${hello.sie_DE}{{ reason }}`,
    },
  },
  document_sent: {
    en_US: {
      subject: 'Document: {{ title }}',
      body: `${hello.en_US}{% if reason != '' %}{{ reason }}{% else %}attached you find “{{ title }}”{% if organization != '' %} of {{ organization }}{% endif %}.{% endif %}${slip}`,
    },
    du_DE: {
      subject: 'Dokument: {{ title }}',
      body: `${hello.du_DE}{% if reason != '' %}{{ reason }}{% else %}anbei findest du „{{ title }}“{% if organization != '' %} von {{ organization }}{% endif %}.{% endif %}${slip}`,
    },
    sie_DE: {
      subject: 'Dokument: {{ title }}',
      body: `${hello.sie_DE}{% if reason != '' %}{{ reason }}{% else %}anbei finden Sie „{{ title }}“{% if organization != '' %} von {{ organization }}{% endif %}.{% endif %}${slip}`,
    },
  },
  document_link: {
    en_US: {
      subject: 'Document: {{ title }}',
      body: `${hello.en_US}{% if reason != '' %}{{ reason }}{% else %}“{{ title }}”{% if organization != '' %} of {{ organization }}{% endif %} is ready for you.{% endif %}

[Open the document]({{ link }}){% if valid_until != '' %}

The link works until {{ valid_until }}.{% endif %}${slip}`,
    },
    du_DE: {
      subject: 'Dokument: {{ title }}',
      body: `${hello.du_DE}{% if reason != '' %}{{ reason }}{% else %}„{{ title }}“{% if organization != '' %} von {{ organization }}{% endif %} liegt für dich bereit.{% endif %}

[Dokument öffnen]({{ link }}){% if valid_until != '' %}

Der Link gilt bis zum {{ valid_until }}.{% endif %}${slip}`,
    },
    sie_DE: {
      subject: 'Dokument: {{ title }}',
      body: `${hello.sie_DE}{% if reason != '' %}{{ reason }}{% else %}„{{ title }}“{% if organization != '' %} von {{ organization }}{% endif %} liegt für Sie bereit.{% endif %}

[Dokument öffnen]({{ link }}){% if valid_until != '' %}

Der Link gilt bis zum {{ valid_until }}.{% endif %}${slip}`,
    },
  },
}

export function defaultWording(key: TemplateKey, language: Locale): Wording {
  return defaults[key][language]
}
