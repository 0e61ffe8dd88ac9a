/**
 * Statutory wording of a receipt, after the official patterns for public-benefit bodies (§ 5 Abs. 1 Nr. 9 KStG). It
 * belongs to a German form and does not follow the reader's language.
 */
export const wording = {
  donation:
    'Bestätigung über Geldzuwendungen/Mitgliedsbeitrag im Sinne des § 10b des Einkommensteuergesetzes an eine der in § 5 Abs. 1 Nr. 9 des Körperschaftsteuergesetzes bezeichneten Körperschaften, Personenvereinigungen oder Vermögensmassen',
  collective:
    'Sammelbestätigung über Geldzuwendungen/Mitgliedsbeiträge im Sinne des § 10b des Einkommensteuergesetzes an eine der in § 5 Abs. 1 Nr. 9 des Körperschaftsteuergesetzes bezeichneten Körperschaften, Personenvereinigungen oder Vermögensmassen',
  publicBody:
    'Bestätigung über Geldzuwendungen im Sinne des § 10b des Einkommensteuergesetzes an inländische juristische Personen des öffentlichen Rechts oder inländische öffentliche Dienststellen',
  notice: (is: { purposes: string; office: string; number: string; day: string; period: string }) =>
    `Wir sind wegen Förderung von ${is.purposes} nach dem Freistellungsbescheid bzw. nach der Anlage zum Körperschaftsteuerbescheid des Finanzamtes ${is.office}, StNr. ${is.number}, vom ${is.day} für den letzten Veranlagungszeitraum ${is.period} nach § 5 Abs. 1 Nr. 9 des Körperschaftsteuergesetzes von der Körperschaftsteuer und nach § 3 Nr. 6 des Gewerbesteuergesetzes von der Gewerbesteuer befreit.`,
  art60a: (is: { purposes: string; office: string; number: string; day: string }) =>
    `Die Einhaltung der satzungsmäßigen Voraussetzungen nach den §§ 51, 59, 60 und 61 AO wurde vom Finanzamt ${is.office}, StNr. ${is.number}, mit Bescheid vom ${is.day} nach § 60a AO gesondert festgestellt. Wir fördern nach unserer Satzung: ${is.purposes}.`,
  use: (purposes: string) =>
    `Es wird bestätigt, dass die Zuwendung nur zur Förderung von ${purposes} verwendet wird.`,
  noFee:
    'Es wird bestätigt, dass es sich nicht um einen Mitgliedsbeitrag handelt, dessen Abzug nach § 10b Abs. 1 des Einkommensteuergesetzes ausgeschlossen ist.',
  noOther:
    'Es wird bestätigt, dass über die in der Gesamtsumme enthaltenen Zuwendungen keine weiteren Bestätigungen, weder formelle Zuwendungsbestätigungen noch Beitragsquittungen oder Ähnliches, ausgestellt wurden und werden.',
  waiverInAnnex:
    'Ob es sich um den Verzicht auf Erstattung von Aufwendungen handelt, ist der Anlage zur Sammelbestätigung zu entnehmen.',
  /** Statement of a machine-made receipt (R 10b.1 (4) EStR). */
  announced: (is: { office: string; day: string }) =>
    `Diese Zuwendungsbestätigung wurde maschinell erstellt und ist ohne eigenhändige Unterschrift gültig. Das Verfahren wurde dem Finanzamt ${is.office} am ${is.day} angezeigt (R 10b.1 Abs. 4 EStR).`,
  /** The slip that proves a small gift together with the bank's booking (§ 50 (4) no. 2 EStDV). */
  slip: (is: { issuer: string; gift: string; proof: string; use: string }) =>
    `Beleg für das Finanzamt: Für Zuwendungen bis 300 Euro gilt dieser Beleg zusammen mit der Buchungsbestätigung Ihrer Bank (zum Beispiel dem Kontoauszug) als Zuwendungsnachweis (§ 50 Abs. 4 Satz 1 Nr. 2 EStDV).\n${is.issuer}: ${is.gift}\n${[is.proof, is.use].filter(Boolean).join('\n')}\nBei der Zuwendung handelt es sich um eine Spende, nicht um einen Mitgliedsbeitrag.`,
  liability:
    'Wer vorsätzlich oder grob fahrlässig eine unrichtige Zuwendungsbestätigung erstellt oder veranlasst, dass Zuwendungen nicht zu den in der Zuwendungsbestätigung angegebenen steuerbegünstigten Zwecken verwendet werden, haftet für die entgangene Steuer (§ 10b Abs. 4 EStG, § 9 Abs. 3 KStG, § 9 Nr. 5 GewStG).',
  validity:
    'Diese Bestätigung wird nicht als Nachweis für die steuerliche Berücksichtigung der Zuwendung anerkannt, wenn das Datum des Freistellungsbescheides länger als 5 Jahre bzw. das Datum der Feststellung der Einhaltung der satzungsmäßigen Voraussetzungen nach § 60a Abs. 1 AO länger als 3 Jahre seit Ausstellung des Bescheides zurückliegt (§ 63 Abs. 5 AO).',
}
