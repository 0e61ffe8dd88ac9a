/** Booking of a line, as a demo colleague decided it. */
export type Decision =
  | { auto: true }
  | { projects: readonly { project: number; euros: number }[] }
  | { fees: true }
  | { hold: string }
  | { ignore: string }
  /** Returns the money of the ignored line with the same amount. */
  | { sendsBack: true }

export type DemoLine = {
  /** Days before today. */
  back: number
  cents: number
  name: string
  iban?: string
  /** `{gift 12}` is replaced by the number of a demo donation, `{title 3}` by a project's title. */
  text: string
  booking?: string
  /** Without a decision the line stays open. */
  decision?: Decision
}

export type DemoStatement = { from: number; to: number; lines: readonly DemoLine[] }

const fee = (back: number): DemoLine => ({
  back,
  cents: -1290,
  name: 'Sparkasse Hohenfels',
  text: 'Entgeltabrechnung Kontoführung',
  booking: 'Entgelt',
})

/** A month of the bank account, week by week: two weeks are processed, one in part, one not at all. */
export const statements: readonly DemoStatement[] = [
  {
    from: 28,
    to: 22,
    lines: [
      { ...fee(28), decision: { fees: true } },
      {
        back: 26,
        cents: 8000,
        name: 'Anneliese Übelhör',
        iban: 'DE02200505501015871393',
        text: 'Spende {title 0}',
        decision: { projects: [{ project: 0, euros: 80 }] },
      },
      {
        back: 25,
        cents: 5000,
        name: 'Renate Albers',
        iban: 'DE68210501700012345678',
        text: '{gift 12} Danke',
        decision: { auto: true },
      },
      {
        back: 24,
        cents: 48_000,
        name: 'Förderkreis Kita Am Weiher',
        iban: 'DE02500105170137076541',
        text: 'Spende Herbstfest {title 2} 300 {title 3} 180',
        decision: {
          projects: [
            { project: 2, euros: 300 },
            { project: 3, euros: 180 },
          ],
        },
      },
      {
        back: 23,
        cents: 7500,
        name: 'Jürgen Großböhm',
        iban: 'DE91100000000123456789',
        text: 'Verwendungszweck {gift 13}',
        decision: { auto: true },
      },
    ],
  },
  {
    from: 21,
    to: 15,
    lines: [
      {
        back: 21,
        cents: 12_000,
        name: 'Bürgerverein Wiesengrund',
        iban: 'DE02700202700010108669',
        text: 'Erlös Flohmarkt für {title 4}',
        decision: { projects: [{ project: 4, euros: 120 }] },
      },
      {
        back: 19,
        cents: 8900,
        name: 'Stadtwerke Talheim',
        iban: 'DE02370502990000684712',
        text: 'Abschlag 11, Vertragskonto 4471',
        decision: { ignore: 'Irrläufer, die Stadtwerke holen den Betrag zurück' },
      },
      {
        back: 16,
        cents: 20_000,
        name: 'Wolfgang Müller-Lüdenscheidt',
        iban: 'DE02300606010002474689',
        text: 'Zusage {gift 14}',
        decision: { auto: true },
      },
    ],
  },
  {
    from: 14,
    to: 8,
    lines: [
      {
        back: 14,
        cents: 2500,
        name: 'Éva Szücs',
        iban: 'DE02100100100006820101',
        text: 'Spende {title 1}',
        decision: { projects: [{ project: 1, euros: 25 }] },
      },
      {
        back: 13,
        cents: 150_000,
        name: 'Autohaus Reitmeier GmbH',
        iban: 'DE02590501010080001235',
        text: 'Spende wie besprochen',
        decision: { hold: 'Rückfrage beim Absender' },
      },
      {
        back: 12,
        cents: -8900,
        name: 'Stadtwerke Talheim',
        iban: 'DE02370502990000684712',
        text: 'Rückruf Irrläufer Abschlag 11',
        decision: { sendsBack: true },
      },
      {
        back: 11,
        cents: 6000,
        name: 'Dr. Petra Lohse',
        iban: 'DE27100777770209299700',
        text: '{gift 15}',
        decision: { auto: true },
      },
      {
        back: 11,
        cents: 3000,
        name: 'Anneliese Übelhör',
        iban: 'DE02200505501015871393',
        text: 'Spende {title 0}',
      },
      {
        back: 10,
        cents: 48_000,
        name: 'Förderkreis Kita Am Weiher',
        iban: 'DE02500105170137076541',
        text: 'Spende Kinderfest {title 2} 300 {title 3} 180',
      },
      {
        back: 10,
        cents: 4500,
        name: 'Fahrradhaus Stein',
        iban: 'DE02300209000106531065',
        text: 'Rechnung 2291',
        decision: { ignore: 'Irrläufer, geht an den Absender zurück' },
      },
      {
        back: 9,
        cents: 21_500,
        name: 'Payments Europe SA',
        iban: 'DE02600501010002034304',
        text: 'PAYOUT FEE 2,85',
      },
      {
        back: 8,
        cents: 25_000,
        name: 'Bürgerverein Wiesengrund',
        iban: 'DE02700202700010108669',
        text: 'Defi Freibad, Teilbetrag',
      },
    ],
  },
  {
    from: 7,
    to: 1,
    lines: [
      fee(7),
      {
        back: 6,
        cents: 10_000,
        name: 'Maria u. Josef Kern',
        iban: 'DE75512108001245126199',
        text: 'Spende {title 4}',
      },
      { back: 5, cents: 2500, name: 'Yılmaz, Emre', text: 'danke fuer eure arbeit' },
      {
        back: 4,
        cents: -4500,
        name: 'Fahrradhaus Stein',
        iban: 'DE02300209000106531065',
        text: 'Irrläufer Rechnung 2291 zurück',
      },
      { back: 4, cents: 5000, name: 'Gerda Aumueller', text: 'Spende' },
      { back: 3, cents: 5000, name: 'Gerda Aumueller', text: 'Spende' },
      {
        back: 1,
        cents: 7000,
        name: 'Horst Weidinger',
        iban: 'DE12500105170648489890',
        text: 'Zusage vom letzten Samstag',
      },
    ],
  },
]
