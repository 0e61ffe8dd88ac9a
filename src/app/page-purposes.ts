import { defineMessages } from '#shared/messages.ts'

/**
 * Purpose of each page in two sentences: its content and its use. The help (`?`) shows it; a test checks that no page
 * lacks one.
 */
export const pagePurposes = defineMessages({
  'purposes./site-admin/': [
    'The dashboard shows what waits for you and how funding develops. Every figure opens the list behind it.',
    'Die Übersicht zeigt, was auf dich wartet und wie sich die Förderung entwickelt. Jede Zahl öffnet die Liste dahinter.',
    'Die Übersicht zeigt, was auf Sie wartet und wie sich die Förderung entwickelt. Jede Zahl öffnet die Liste dahinter.',
  ],
  'purposes./site-admin/projects/': [
    'This list holds all projects that are not archived. Filter it, open a project, or select several to change, fund or export them together.',
    'Diese Liste enthält alle Projekte, die nicht archiviert sind. Filter grenzen die Liste ein, und mehrere ausgewählte Projekte lassen sich zusammen ändern, fördern oder exportieren.',
  ],
  'purposes./site-admin/projects/archive/': [
    'The archive holds projects that are finished or no longer pursued. A project restored from here returns to the list with all its data.',
    'Das Archiv enthält Projekte, die beendet sind oder nicht weiterverfolgt werden. Ein wiederhergestelltes Projekt steht mit allen Daten wieder in der Liste.',
  ],
  'purposes./site-admin/projects/create/': [
    'This form creates a project for an organization. A title and an organization are enough to begin; everything else can follow later.',
    'Dieses Formular legt ein Projekt für eine Organisation an. Titel und Organisation genügen für den Anfang, alles andere kann später folgen.',
  ],
  'purposes./site-admin/projects/review/': [
    'The review desk shows one project after another with everything a decision needs. Each decision is saved at once and can be undone.',
    'Der Prüfplatz zeigt ein Projekt nach dem anderen mit allem, was für die Entscheidung nötig ist. Jede Entscheidung wird sofort gespeichert und lässt sich zurücknehmen.',
  ],
  'purposes./site-admin/projects/runs/': [
    'This page lists what was changed for many records at once, with the outcome for each of them. A run can be stopped, and many of them can be undone.',
    'Diese Seite zeigt, was für viele Datensätze auf einmal geändert wurde, mit dem Ergebnis für jeden einzelnen. Ein Lauf lässt sich anhalten, und viele Läufe lassen sich rückgängig machen.',
  ],
  'purposes./site-admin/project/:slug/update/': [
    'This is one project with its data, money, documents, tasks and history. Reviews, funding and e-mails about it begin here.',
    'Diese Seite zeigt ein Projekt mit seinen Angaben, Geldern, Dokumenten, Aufgaben und seinem Verlauf. Prüfungen, Förderungen und E-Mails dazu beginnen hier.',
  ],
  'purposes./site-admin/organizations/': [
    'This list holds all organizations that are not archived. Look here for contacts, bank details and proofs of public benefit.',
    'Diese Liste enthält alle Organisationen, die nicht archiviert sind. Hier finden sich Kontakte, Bankverbindungen und Nachweise der Gemeinnützigkeit.',
  ],
  'purposes./site-admin/organizations/archive/': [
    'The archive holds organizations that no longer apply for projects. An organization restored from here returns to the list with all its data.',
    'Das Archiv enthält Organisationen, die keine Projekte mehr einreichen. Eine wiederhergestellte Organisation steht mit allen Daten wieder in der Liste.',
  ],
  'purposes./site-admin/organizations/create/': [
    'This form creates an organization. If a similar name exists already, it is shown before anything is saved.',
    'Dieses Formular legt eine Organisation an. Ein ähnlicher Name, der schon bekannt ist, wird vor dem Speichern angezeigt.',
  ],
  'purposes./site-admin/organization/:slug/update/': [
    'This is one organization with its contacts, bank details, proofs, projects and tasks. A proof recorded here decides whether its donors can get receipts.',
    'Diese Seite zeigt eine Organisation mit Kontakten, Bankverbindung, Nachweisen, Projekten und Aufgaben. Vom Nachweis hängt ab, ob Spender Zuwendungsbestätigungen erhalten können.',
  ],
  'purposes./site-admin/tasks/': [
    'These are the tasks that are assigned to you, the most urgent first. Mark one as done, put it off, or hand it to a colleague.',
    'Hier stehen die Aufgaben, die dir zugewiesen sind, die dringendsten zuerst. Eine Aufgabe lässt sich erledigen, verschieben oder an andere übergeben.',
    'Hier stehen die Aufgaben, die Ihnen zugewiesen sind, die dringendsten zuerst. Eine Aufgabe lässt sich erledigen, verschieben oder an andere übergeben.',
  ],
  'purposes./site-admin/tasks/all/': [
    'This list holds everybody’s tasks. Use it to see what is overdue and to reassign tasks.',
    'Hier stehen die Aufgaben aller. So ist zu sehen, was überfällig ist, und Aufgaben lassen sich neu zuweisen.',
  ],
  'purposes./site-admin/tasks/week/': [
    'The week shows which tasks are due on which day. It helps to spread the work before a day becomes too full.',
    'Die Woche zeigt, welche Aufgaben an welchem Tag fällig sind. So lässt sich die Arbeit verteilen, bevor ein Tag zu voll wird.',
  ],
  'purposes./site-admin/tasks/templates/': [
    'Task templates describe tasks that come up again and again. They fill in title, text and due day when a task is created.',
    'Aufgabenvorlagen beschreiben Aufgaben, die immer wieder anfallen. Beim Anlegen einer Aufgabe füllt die Vorlage Titel, Text und Fälligkeit aus.',
  ],
  'purposes./site-admin/approvals/': [
    'Acts that need a second person wait here with all their effects. Approve or refuse what others have proposed; your own proposals can only be withdrawn.',
    'Hier warten Vorgänge, die eine zweite Person freigeben muss, mit allen Folgen. Anträge anderer lassen sich freigeben oder ablehnen, eigene nur zurückziehen.',
  ],
  'purposes./site-admin/settings/companies/': [
    'These are the companies that give money, with their budgets. Create a company or top up its budget before anything is funded from it.',
    'Hier stehen die Unternehmen, die Geld geben, mit ihren Budgets. Ein Unternehmen braucht ein Budget, bevor daraus gefördert werden kann.',
  ],
  'purposes./site-admin/settings/bank-accounts/': [
    'These are accounts for projects whose money does not go to the organization’s usual account. Choose one of them in the project.',
    'Hier stehen Konten für Projekte, deren Geld nicht auf das übliche Konto der Organisation geht. Ausgewählt werden sie im Projekt.',
  ],
  'purposes./site-admin/settings/own-accounts/': [
    'These are the bank’s own accounts that pay out and receive money. Statements and payment files belong to one of them.',
    'Hier stehen die eigenen Konten, über die Geld aus- und eingeht. Jeder Kontoauszug und jede Zahlungsdatei gehört zu einem von ihnen.',
  ],
  'purposes./site-admin/settings/payment-providers/': [
    'These providers report donations to Almoner. Each has its own key, which can be renewed or withdrawn here.',
    'Diese Anbieter melden Spenden an Almoner. Jeder hat einen eigenen Schlüssel, der sich hier erneuern oder entziehen lässt.',
  ],
  'purposes./site-admin/settings/internal-statuses/': [
    'Internal statuses are the bank’s own labels for the state of a case. They can be chosen, filtered and exported in the lists.',
    'Interne Status sind eigene Bezeichnungen dafür, wie weit ein Vorgang ist. In den Listen lassen sich diese Status wählen, filtern und exportieren.',
  ],
  'purposes./site-admin/settings/additional-fields/': [
    'Additional fields are the bank’s own questions in the form of a project. Each becomes a column, a filter and a part of exports.',
    'Zusatzfelder sind eigene Fragen im Formular eines Projekts. Jedes wird zu einer Spalte, einem Filter und einem Teil der Exporte.',
  ],
  'purposes./site-admin/settings/features/': [
    'This page sets which funding types the platform offers, and up to which amount. A funding type that is switched off here cannot be chosen anywhere.',
    'Diese Seite legt fest, welche Förderarten die Plattform anbietet und bis zu welchem Betrag. Eine hier abgeschaltete Förderart lässt sich nirgends wählen.',
  ],
  'purposes./site-admin/settings/limits/': [
    'Limits are the amounts and periods that the rules use, each with the day from which it holds. A new value applies from its day on and changes nothing before it.',
    'Grenzwerte sind die Beträge und Fristen, mit denen die Regeln rechnen, jeweils mit dem Tag, ab dem sie gelten. Ein neuer Wert gilt ab seinem Tag und ändert nichts davor.',
  ],
  'purposes./site-admin/settings/approvals/': [
    'This page sets which acts need a second person, and from which amount. A change here may need one as well.',
    'Diese Seite legt fest, welche Vorgänge eine zweite Person brauchen und ab welchem Betrag. Auch eine Änderung hier kann eine zweite Person brauchen.',
  ],
  'purposes./site-admin/settings/jobs/': [
    'Jobs run on the server without a person, such as the nightly settlement. This page shows when each last ran and what failed.',
    'Hintergrundaufträge erledigt der Server selbst, etwa die nächtliche Abrechnung. Diese Seite zeigt, wann jeder zuletzt lief und was fehlschlug.',
  ],
  'purposes./site-admin/statistics/': [
    'Statistics show what was allocated, settled, paid and refunded in a period, from the ledger alone. Every figure opens the bookings that make it up.',
    'Die Statistik zeigt, was in einem Zeitraum zugeteilt, abgerechnet, überwiesen und erstattet wurde, allein aus den Buchungen. Jede Zahl öffnet die Buchungen, aus denen sie besteht.',
  ],
  'purposes./site-admin/company/:slug/': [
    'This is one donating company with its budgets and everything it gave. It shows what is left and creates the statement of account.',
    'Diese Seite zeigt ein Unternehmen mit seinen Budgets und allem, was es gegeben hat. Hier steht, was noch verfügbar ist, und hier entsteht der Kontoauszug des Unternehmens.',
  ],
  'purposes./site-admin/payouts/': [
    'Payouts are settled money that goes to organizations. Export open ones as a payment file, then mark them as paid.',
    'Auszahlungen sind abgerechnete Gelder, die an Organisationen gehen. Offene werden als Zahlungsdatei exportiert und danach als überwiesen markiert.',
  ],
  'purposes./site-admin/gifts/': [
    'Gifts are all amounts that projects received or were promised, from any giver. Look here when you know an amount or a day, but not the project.',
    'Zuwendungen sind alle Beträge, die Projekte erhalten haben oder die ihnen zugesagt sind. Diese Liste hilft, wenn Betrag oder Tag bekannt sind, das Projekt aber nicht.',
  ],
  'purposes./site-admin/private-donations/': [
    'These are gifts from people, by transfer, through a provider or recorded by hand. Record a donation here, refund it, or change its purpose.',
    'Hier stehen Spenden von Personen: überwiesen, über einen Anbieter gemeldet oder von Hand erfasst. Eine Spende lässt sich hier erfassen, erstatten oder einem anderen Zweck zuordnen.',
  ],
  'purposes./site-admin/intake-deliveries/': [
    'Every call of a payment provider is stored here with its result. Look here when a donation is missing that a provider has reported.',
    'Jede Meldung eines Zahlungsanbieters steht hier mit dem, was daraus wurde. Diese Liste hilft, wenn eine gemeldete Spende fehlt.',
  ],
  'purposes./site-admin/recovery-claims/': [
    'Claims are amounts that an organization or a company owes after a paid gift was reversed. Record the amounts received until a claim is settled.',
    'Rückforderungen sind Beträge, die eine Organisation oder ein Unternehmen schuldet, weil eine ausgezahlte Zuwendung zurückgenommen wurde. Zahlungen darauf werden hier erfasst, bis die Rückforderung beglichen ist.',
  ],
  'purposes./site-admin/bank-statements/': [
    'Upload the statements of your accounts here. Their lines are then matched with donations, payouts and claims.',
    'Hier werden die Kontoauszüge der eigenen Konten hochgeladen. Die Zeilen werden anschließend Spenden, Auszahlungen und Rückforderungen zugeordnet.',
  ],
  'purposes./site-admin/bank-statement/:id/': [
    'This is one bank statement, line by line, with suggestions for what each line is. Match every open line until the statement and the ledger agree.',
    'Diese Seite zeigt einen Kontoauszug Zeile für Zeile mit Vorschlägen zur Zuordnung. Ist jede offene Zeile zugeordnet, stimmen Kontoauszug und Buchungen überein.',
  ],
  'purposes./site-admin/import/': [
    'Imports create projects, organizations and past gifts from files. A file is checked first; nothing is saved before you confirm it.',
    'Importe übernehmen Projekte, Organisationen und frühere Zuwendungen aus Dateien. Eine Datei wird zuerst geprüft, und ohne Bestätigung wird nichts gespeichert.',
  ],
  'purposes./site-admin/import/:id/': [
    'This is one import, from its columns to its result. Refused rows are listed with their reason and can be repaired before you confirm.',
    'Diese Seite zeigt einen Import von den Spalten bis zum Ergebnis. Abgelehnte Zeilen stehen mit ihrem Grund da und lassen sich vor der Bestätigung berichtigen.',
  ],
  'purposes./site-admin/documents/administration/': [
    'These are all documents: proofs, receipts, letters and uploads. Find one, send it, or create receipts for many donors at once.',
    'Hier stehen alle Dokumente: Nachweise, Zuwendungsbestätigungen, Schreiben und hochgeladene Dateien. Von hier lassen sie sich versenden, und Bestätigungen entstehen für viele Spender auf einmal.',
  ],
  'purposes./site-admin/documents/log/': [
    'The log says who uploaded, saw, sent or removed which document. Use it to find out how a document reached somebody.',
    'Das Protokoll zeigt, wer welches Dokument hochgeladen, angesehen, versendet oder entfernt hat. Es beantwortet, wie ein Dokument zu jemandem gelangt ist.',
  ],
  'purposes./site-admin/documents/forecast/': [
    'These organizations have a proof that ends before their projects do. Ask them for a new notice while there is time.',
    'Bei diesen Organisationen endet der Nachweis vor ihren Projekten. So lässt sich rechtzeitig ein neuer Bescheid anfordern.',
  ],
  'purposes./site-admin/documents/runs/:id/': [
    'This is one run that created receipts, with the outcome for each donor. Refused ones are listed with their reason and can be tried again.',
    'Diese Seite zeigt einen Lauf, der Zuwendungsbestätigungen erstellt hat, mit dem Ergebnis für jeden Spender. Abgelehnte stehen mit ihrem Grund da und lassen sich erneut versuchen.',
  ],
  'purposes./site-admin/documents/:slug/view/': [
    'The viewer shows a document beside its data. Values found in the document can be copied to the record from here.',
    'Die Ansicht zeigt ein Dokument neben den Daten, die dazu gehören. Im Dokument gefundene Werte lassen sich von hier übernehmen.',
  ],
  'purposes./site-admin/document-templates/': [
    'Document templates define how receipts and letters look. A draft changes nothing until it is published.',
    'Dokumentvorlagen bestimmen, wie Zuwendungsbestätigungen und Schreiben aussehen. Ein Entwurf ändert nichts, bis er veröffentlicht wird.',
  ],
  'purposes./site-admin/document-template/:slug/': [
    'This is one document template with its versions. Place values on the page, look at a test print, then publish the draft.',
    'Diese Seite zeigt eine Dokumentvorlage mit ihren Versionen. Werte werden auf der Seite platziert, im Probedruck geprüft und dann veröffentlicht.',
  ],
  'purposes./site-admin/document-template/:slug/test-print/': [
    'The test print fills the template with sample data. It shows how a document will look before anybody receives one.',
    'Der Probedruck füllt die Vorlage mit Beispieldaten. Er zeigt, wie ein Dokument aussehen wird, bevor es jemand erhält.',
  ],
  'purposes./site-admin/emails/': [
    'This list holds every e-mail that was sent, is waiting or failed. A failed one can be sent again once its cause is fixed.',
    'Diese Liste enthält jede E-Mail, die gesendet wurde, wartet oder fehlgeschlagen ist. Eine fehlgeschlagene lässt sich erneut senden, wenn die Ursache behoben ist.',
  ],
  'purposes./site-admin/emails/templates/': [
    'E-mail templates hold the wording of every e-mail that Almoner sends, in three languages. Change one here, and the next e-mail uses it.',
    'E-Mail-Vorlagen enthalten den Wortlaut jeder E-Mail, die Almoner sendet, in drei Sprachen. Eine Änderung gilt ab der nächsten E-Mail.',
  ],
  'purposes./site-admin/email-template/:key/update/': [
    'This is the wording of one e-mail in each language, with a preview. Blue labels stand for values that are filled in when it is sent.',
    'Diese Seite zeigt den Wortlaut einer E-Mail in jeder Sprache mit Vorschau. Farbige Zeichen stehen für Werte, die beim Senden eingesetzt werden.',
  ],
  'purposes./site-admin/users/': [
    'These are all people with an account. Invite somebody here, change rights, or block an account.',
    'Hier stehen alle Personen mit einem Konto. Von hier lassen sich Personen einladen, Rechte ändern und Konten sperren.',
  ],
  'purposes./site-admin/user/:id/update/': [
    'This is one account with its rights. What is switched off here disappears from that person’s pages at once.',
    'Diese Seite zeigt ein Konto mit seinen Rechten. Was hier abgeschaltet wird, verschwindet sofort von den Seiten dieser Person.',
  ],
  'purposes./site-admin/permissions/': [
    'This table shows who may do what. Use it to find out why somebody sees a page, or does not.',
    'Diese Tabelle zeigt, wer was darf. So lässt sich klären, warum jemand eine Seite sieht oder nicht sieht.',
  ],
  'purposes./site-admin/exports/': [
    'Large exports are prepared here while you go on working. A file stays for a while and can be downloaded again.',
    'Hier entstehen große Exporte, während die Arbeit weitergeht. Eine Datei bleibt eine Zeit lang und lässt sich erneut herunterladen.',
  ],
  'purposes./site-admin/logs/journal/': [
    'The journal holds every booking, newest first. Search it by project, payout, amount or person.',
    'Das Journal enthält jede Buchung, die neueste zuerst. Es lässt sich nach Projekt, Auszahlung, Betrag oder Person durchsuchen.',
  ],
  'purposes./site-admin/logs/journal/:id/': [
    'This is one booking with all its rows, debit and credit. It names its cause and, if there is one, its reversal.',
    'Diese Seite zeigt eine Buchung mit allen Zeilen in Soll und Haben. Auch der Anlass und, falls vorhanden, die Gegenbuchung stehen hier.',
  ],
  'purposes./site-admin/logs/accounts/': [
    'These are all accounts of the ledger with their balances. Open one to see the bookings that make up its balance.',
    'Hier stehen alle Konten der Buchhaltung mit ihren Salden. Ein Konto öffnet die Buchungen, aus denen sein Saldo besteht.',
  ],
  'purposes./site-admin/logs/accounts/:id/': [
    'This is one account of the ledger with every booking on it. Each row shows the balance after it.',
    'Diese Seite zeigt ein Konto der Buchhaltung mit jeder Buchung darauf. Der Saldo nach jeder Zeile zeigt, wie er entstanden ist.',
  ],
  'purposes./site-admin/logs/months/': [
    'Closed months accept no more bookings. Close one when its statements and checks agree.',
    'In abgeschlossene Monate wird nichts mehr gebucht. Ein Monat kann abgeschlossen werden, wenn Kontoauszüge und Prüfungen stimmen.',
  ],
  'purposes./site-admin/logs/ledger-checks/': [
    'Ledger checks compare the bookings with each other and with the bank. Each lists what does not agree, down to the row.',
    'Buchungsprüfungen vergleichen die Buchungen miteinander und mit der Bank. Jede nennt, was nicht übereinstimmt, bis zur einzelnen Zeile.',
  ],
  'purposes./site-admin/logs/internal-fundings/': [
    'This log lists every gift from the budget of a company. It shows who booked it, for which project and why.',
    'Dieses Protokoll enthält jede Zuwendung aus dem Budget eines Unternehmens. Es zeigt, wer sie gebucht hat, für welches Projekt und warum.',
  ],
  'purposes./site-admin/logs/defunds/': [
    'This log lists every internal funding that was cancelled. It shows the reason, and where the money went.',
    'Dieses Protokoll enthält jede stornierte interne Förderung. Es zeigt den Grund und wohin das Geld zurückging.',
  ],
  'purposes./site-admin/logs/audit/': [
    'The audit log holds every change with person, time and values before and after. Its entries are sealed, so that no change goes unnoticed.',
    'Das Änderungsprotokoll enthält jede Änderung mit Person, Zeit und den Werten davor und danach. Seine Einträge sind versiegelt, sodass niemand sie unbemerkt ändern kann.',
  ],
  'purposes./site-admin/logs/searches/': [
    'This log shows who searched lists for what in the last 90 days. It tells you who looked for a person or an organization.',
    'Dieses Protokoll zeigt, wer in den letzten 90 Tagen in Listen wonach gesucht hat. Es beantwortet, wer nach einer Person oder Organisation gesucht hat.',
  ],
  'purposes./site-admin/profile/': [
    'This is your own account: language, appearance, keys and password. What you choose here changes nothing for anybody else.',
    'Hier steht dein eigenes Konto: Sprache, Darstellung, Tasten und Passwort. Was du hier wählst, ändert für andere nichts.',
    'Hier steht Ihr eigenes Konto: Sprache, Darstellung, Tasten und Passwort. Was Sie hier wählen, ändert für andere nichts.',
  ],
})
