import fc from 'fast-check'
import type { Day } from '#shared/dates.ts'
import { houseIban } from './statements.ts'

/** A booking as the account knows it; cents, money out is negative. */
export type ModelLine = {
  day: Day
  valued: Day
  cents: number
  name: string
  iban: string
  text: string
  reference: string
  pending: boolean
}
/** An account between two balances; lines from the oldest to the newest. */
export type Model = { opening: number; lines: ModelLine[]; newestFirst: boolean }

/** Contents of a layout's file for the model, as the import must report them. */
type LayoutContents = {
  /** Fields that the layout cannot hold. */
  without?: readonly ('name' | 'iban' | 'valued' | 'reference' | 'pending' | 'text')[]
  balances: 'none' | 'both' | 'closing' | 'both or none'
  /** The account is missing in the file. */
  noAccount?: true
  text?: (line: ModelLine) => string
}

/** One bank's CSV: how it writes a model, and which fields can be read back. */
export type Layout = LayoutContents & { name: string; write: (model: Model) => Buffer }

const bookedOf = ({ lines }: Model) => lines.filter((line) => !line.pending)
const closingOf = (model: Model) => bookedOf(model).reduce((sum, { cents }) => sum + cents, model.opening)

/** 2026-11-20 as 20.11.2026, 20.11.26 or without zeros in front. */
const long = (day: Day) => day.split('-').toReversed().join('.')
const short = (day: Day) => `${long(day).slice(0, 6)}${day.slice(2, 4)}`
const bare = (day: Day) => day.split('-').toReversed().map(Number).join('.')

type Style = { mark?: ',' | '.'; thousands?: boolean; dropsZeros?: boolean }
/** An amount: with points between thousands, or with zeros behind the comma left out. */
function amount(cents: number, { mark = ',', thousands = false, dropsZeros = false }: Style = {}) {
  const whole = String(Math.trunc(Math.abs(cents) / 100))
  const grouped = thousands ? whole.replace(/\d(?=(\d{3})+$)/g, '$&.') : whole
  const rest = String(Math.abs(cents) % 100).padStart(2, '0')
  const fraction = dropsZeros ? rest.replace(/0+$/, '') : rest
  return `${cents < 0 ? '-' : ''}${grouped}${fraction === '' ? '' : mark + fraction}`
}

type Sheet = {
  separator?: string
  /** Which cells are quoted: all, none, or those that need it. */
  quotes: 'all' | 'none' | 'needed'
  ending?: string
  /** The end of each row. */
  tail?: string
}
const quoted = (cell: string) => `"${cell.replaceAll('"', '""')}"`

function sheet(
  rows: readonly (readonly string[])[],
  { separator = ';', quotes, ending = '\n', tail = '' }: Sheet,
) {
  const cellOf = (cell: string) =>
    quotes === 'all' || (quotes === 'needed' && (cell.includes(separator) || /["\r\n]/.test(cell)))
      ? quoted(cell)
      : cell
  return rows.map((row) => (row.length === 0 ? '' : row.map(cellOf).join(separator) + tail) + ending).join('')
}

const latin = (text: string) => Buffer.from(text, 'latin1')
const bom = (text: string) => Buffer.from(`\ufeff${text}`)
const utf8 = (text: string) => Buffer.from(text)
const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')

/** Lines with the balance after each, in the order of the file. */
function withBalances({ opening, lines, newestFirst }: Model) {
  let now = opening
  const all = lines.map((line) => {
    if (!line.pending) now += line.cents
    return { ...line, after: now }
  })
  return newestFirst ? all.toReversed() : all
}
const marked = (cents: number) => (cents < 0 ? 'S' : 'H')
const heading = (text: string) => text.split(';')
const withoutPending = (model: Model) => ({ ...model, lines: bookedOf(model) })

const camtHeadings =
  'Auftragskonto;Buchungstag;Valutadatum;Buchungstext;Verwendungszweck;Glaeubiger ID;Mandatsreferenz;Kundenreferenz (End-to-End);Sammlerreferenz;Lastschrift Ursprungsbetrag;Auslagenersatz Ruecklastschrift;Beguenstigter/Zahlungspflichtiger;Kontonummer/IBAN;BIC (SWIFT-Code);Betrag;Waehrung;Info'
const vrHeadings = (odd: string) =>
  `Bezeichnung Auftragskonto;IBAN Auftragskonto;BIC Auftragskonto;Bankname Auftragskonto;Buchungstag;Valutadatum;Name Zahlungsbeteiligter;IBAN Zahlungsbeteiligter;BIC (SWIFT-Code) Zahlungsbeteiligter;Buchungstext;Verwendungszweck;Betrag;Waehrung;Saldo nach Buchung;Bemerkung;${odd};Glaeubiger ID;Mandatsreferenz`
const info = ({ pending }: ModelLine) => (pending ? 'Umsatz vorgemerkt' : 'Umsatz gebucht')
const finomHeadings =
  'Buchungsdatum,Time completed,Status,Transaktionsart,Auftraggeber/Empfänger,Counterparty BIC,Counterparty IBAN,Verwendungszweck,Tags,Zahlungsfreigeber,Kartennummer,Ursprungswährung,Ursprungsbetrag,Zahlungswährung,Zahlungsbetrag,Wallet-Saldo nach Transaktion,Wallet-Name,Wallet-IBAN,Begleitende Dokumente,Transaktions-ID'
const wiseHeadings =
  'ID,Status,Direction,Created on,Finished on,Source fee amount,Source fee currency,Target fee amount,Target fee currency,Source name,Source amount (after fees),Source currency,Target name,Target amount (after fees),Target currency,Exchange rate,Reference,Batch,Created by,Category,Note'
const paypalHeadings =
  'Datum,Uhrzeit,Zeitzone,Name,Typ,Status,Währung,Brutto,Gebühr,Netto,Absender E-Mail-Adresse,Empfänger E-Mail-Adresse,Transaktionscode,Lieferadresse,Adress-Status,Artikelbezeichnung,Artikelnummer,Versand- und Bearbeitungsgebühr,Versicherungsbetrag,Umsatzsteuer,Option 1 Name,Option 1 Wert,Option 2 Name,Option 2 Wert,Zugehöriger Transaktionscode,Rechnungsnummer,Zollnummer,Anzahl,Empfangsnummer,Guthaben,Adresszeile 1,Adresszusatz,Ort,Bundesland,PLZ,Land,Telefon,Betreff,Hinweis,Ländervorwahl,Auswirkung auf Guthaben'

/** An old export of a cooperative bank wraps the purpose at 27 characters, even inside words. */
const cut = (text: string) => (text.match(/.{1,27}/gs) ?? []).join('\r\n')

function deutscheBank(model: Model): string {
  const style = { thousands: true, dropsZeros: true }
  return sheet(
    [
      ['Umsätze'],
      heading('Konto;Filial-/Kontonummer;IBAN;Währung'),
      ['AktivKonto', '123 1234567 00', houseIban, 'EUR'],
      [],
      ['1.1.2026 - 20.11.2026'],
      ['Letzter Kontostand', '', '', '', amount(model.opening, style), 'EUR'],
      ['Vorgemerkte und noch nicht gebuchte Umsätze sind nicht Bestandteil dieser Übersicht.'],
      heading(
        'Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN / Kontonummer;BIC;Kundenreferenz;Mandatsreferenz;Gläubiger ID;Fremde Gebühren;Betrag;Abweichender Empfänger;Anzahl der Aufträge;Anzahl der Schecks;Soll;Haben;Währung',
      ),
      ...withBalances(withoutPending(model)).map((one) => {
        const cents = amount(one.cents, style)
        const sides = one.cents < 0 ? [cents, ''] : ['', cents]
        const head = [bare(one.day), bare(one.valued), 'SEPA Überweisung', one.name, one.text, one.iban]
        return [...head, 'TESTDEFF', one.reference, '', '', '', cents, '', '', '', ...sides, 'EUR']
      }),
      ['Kontostand', '20.11.2026', '', '', amount(closingOf(model), style), 'EUR'],
    ],
    { quotes: 'none' },
  )
}

const ing = (variant: 'short' | 'balance' | 'note' | 'category', model: Model) => {
  const has = variant !== 'short'
  const extra = variant === 'note' ? 'Notiz;' : variant === 'category' ? 'Kategorie;' : ''
  return sheet(
    [
      ['Umsatzanzeige', 'Datei erstellt am: 20.11.2026 15:23'],
      [],
      ['IBAN', houseIban.replace(/.{4}(?!$)/g, '$& ')],
      ['Kontoname', 'Girokonto'],
      ['Bank', 'ING'],
      ['Kunde', 'Stiftung Beispiel'],
      ['Zeitraum', '01.01.2026 - 20.11.2026'],
      ['Saldo', amount(closingOf(model), { thousands: true }), 'EUR'],
      [],
      ['Sortierung', 'Datum absteigend'],
      [],
      [
        'In der CSV-Datei finden Sie alle bereits gebuchten Umsätze. Die vorgemerkten Umsätze werden nicht aufgenommen, auch wenn sie in Ihrem Internetbanking angezeigt werden.',
      ],
      [],
      heading(
        `Buchung;${variant === 'category' ? 'Valuta' : 'Wertstellungsdatum'};Auftraggeber/Empfänger;Buchungstext;${extra}Verwendungszweck;${has ? 'Saldo;Währung;' : ''}Betrag;Währung`,
      ),
      ...withBalances(withoutPending(model)).map((one, nth) => {
        const balance = has ? [amount(one.after, { thousands: true }), 'EUR'] : []
        // Some rows lack a cell before the purpose.
        const kind = nth % 3 === 2 ? [] : ['Gutschrift']
        const head = [long(one.day), long(one.valued), one.name, ...kind, ...(extra === '' ? [] : [''])]
        return [...head, one.text, ...balance, amount(one.cents, { thousands: true }), 'EUR']
      }),
    ],
    { quotes: 'none' },
  )
}

const commerzbank = (one: ModelLine) =>
  `${one.name} TESTDEFFXXX ${one.iban} ${one.text} End-to-End-Ref.: ${one.reference || 'NOTPROVIDED'}`
const comdirect = (one: ModelLine) =>
  `${one.cents > 0 ? 'Auftraggeber' : 'Empfänger'}: ${one.name}Kto/IBAN: ${one.iban} BLZ/BIC: TESTDEFFXXX  Buchungstext: ${one.text} Ref. A1B2C3D4/1`
const targo = (one: ModelLine) =>
  `${one.cents > 0 ? 'Gutschrift' : 'Überweisung'}   ${one.name}   ${one.iban}   ${one.text}`

const targobankSheet = (mark: ',' | '.', model: Model) =>
  sheet(
    withBalances(withoutPending(model)).map((one) => {
      const cents = amount(one.cents, { mark })
      const sides = one.cents < 0 ? [cents, ''] : ['', cents]
      return [long(one.day), targo(one), ...sides, '', '', `'${houseIban}'`]
    }),
    { quotes: 'none', ending: '\r\n' },
  )

/** The layouts banks export, as their files are. */
export const layouts: readonly Layout[] = [
  {
    name: 'Sparkasse CSV-CAMT',
    balances: 'none',
    write: (model) =>
      latin(
        sheet(
          [
            heading(camtHeadings),
            ...withBalances(model).map((one) => {
              const head = [houseIban, short(one.day), short(one.valued), 'GUTSCHRIFT', one.text, '', '']
              const side = [one.name, one.iban, 'TESTDEFFXXX', amount(one.cents), 'EUR', info(one)]
              return [...head, one.reference, '', '', '', ...side]
            }),
          ],
          { quotes: 'all' },
        ),
      ),
  },
  {
    name: 'Sparkasse CSV-MT940',
    balances: 'none',
    text: (one) => `EREF+${one.reference || 'NOTPROVIDED'}MREF+M1SVWZ+${one.text}`,
    write: (model) =>
      latin(
        sheet(
          [
            heading(
              'Auftragskonto;Buchungstag;Valutadatum;Buchungstext;Verwendungszweck;Beguenstigter/Zahlungspflichtiger;Kontonummer;BLZ;Betrag;Waehrung;Info',
            ),
            ...withBalances(model).map((one) => {
              const purpose = `EREF+${one.reference || 'NOTPROVIDED'}MREF+M1SVWZ+${one.text}`
              const head = [houseIban, short(one.day), short(one.valued), 'GUTSCHRIFT', purpose, one.name]
              return [...head, one.iban, 'TESTDEFF', amount(one.cents), 'EUR', info(one)]
            }),
          ],
          { quotes: 'all' },
        ),
      ),
  },
  ...(['Gekennzeichneter Umsatz', 'Kategorie;Steuerrelevant', 'without balances'] as const).map(
    (odd): Layout => ({
      name: `cooperative bank, ${odd}`,
      balances: odd === 'without balances' ? 'none' : 'both',
      without: ['pending'],
      text: (one) => `${one.text} EREF: ${one.reference || 'NOTPROVIDED'} MREF: M 1 CRED: DE98ZZZ09999999999`,
      write: (model) => {
        const headings = heading(vrHeadings(odd === 'without balances' ? 'Gekennzeichneter Umsatz' : odd))
        return bom(
          sheet(
            [
              headings,
              ...withBalances(withoutPending(model)).map((one) => {
                const purpose = `${one.text} EREF: ${one.reference || 'NOTPROVIDED'} MREF: M 1 CRED: DE98ZZZ09999999999`
                const head = ['Girokonto', houseIban, 'GENODEF1', 'VR Bank', long(one.day), long(one.valued)]
                const side = [one.name, one.iban, '', 'Gutschrift', purpose, amount(one.cents), 'EUR']
                const row = [...head, ...side, odd === 'without balances' ? '' : amount(one.after)]
                return [...row, ...Array<string>(headings.length - row.length).fill('')]
              }),
            ],
            { quotes: 'none', ending: '\r\n' },
          ),
        )
      },
    }),
  ),
  {
    name: 'cooperative bank until 2020',
    balances: 'both',
    without: ['pending'],
    text: (one) => `UEBERWEISUNGSGUTSCHR ${one.text}`,
    write: (model) =>
      latin(
        sheet(
          [
            ['Volksbank Beispiel eG'],
            [],
            ['Umsatzanzeige'],
            [],
            ['BLZ:', houseIban.slice(4, 12), '', 'Datum:', '20.11.2026'],
            ['Konto:', houseIban.slice(12), '', 'Uhrzeit:', '10:00:00'],
            ['Abfrage von:', 'Stiftung', '', 'Kontoinhaber:', 'Stiftung'],
            [],
            ['Zeitraum:', '', 'von:', '01.01.2026', 'bis:', '20.11.2026'],
            ['Betrag in EUR:', '', 'von:', ' ', 'bis:', ' '],
            [],
            heading(
              'Buchungstag;Valuta;Auftraggeber/Zahlungsempfänger;Empfänger/Zahlungspflichtiger;Konto-Nr.;IBAN;BLZ;BIC;Vorgang/Verwendungszweck;Kundenreferenz;Währung;Umsatz; ',
            ),
            ...withBalances(withoutPending(model)).map((one) => {
              const names = one.cents > 0 ? [one.name, 'Stiftung Beispiel'] : ['Stiftung Beispiel', one.name]
              const purpose = `UEBERWEISUNGSGUTSCHR\r\n${cut(one.text)}`
              const side = ['', one.iban, '', 'TESTDEFF', purpose, one.reference, 'EUR']
              const cents = amount(Math.abs(one.cents), { thousands: true })
              return [long(one.day), long(one.valued), ...names, ...side, cents, marked(one.cents)]
            }),
            [],
            ...(
              [
                ['Anfangssaldo', '01.01.2026', model.opening],
                ['Endsaldo', '20.11.2026', closingOf(model)],
              ] as const
            ).map(([label, day, cents]) => {
              const blank = Array<string>(8).fill('')
              return [
                day,
                ...blank,
                label,
                'EUR',
                amount(Math.abs(cents), { thousands: true }),
                marked(cents),
              ]
            }),
          ],
          { quotes: 'all', ending: '\r\n' },
        ),
      ),
  },
  ...([true, false] as const).map((isNew): Layout => ({
    name: `DKB since 2023${isNew ? '' : ', with the sign of the currency'}`,
    balances: 'closing',
    write: (model) => {
      const style = { thousands: true, dropsZeros: isNew }
      const unit = isNew ? '' : ' €'
      return bom(
        sheet(
          [
            ['Girokonto', houseIban],
            [''],
            ['Kontostand vom 20.11.2026:', `${amount(closingOf(model), { thousands: true })} €`],
            [''],
            heading(
              'Buchungsdatum;Wertstellung;Status;Zahlungspflichtige*r;Zahlungsempfänger*in;Verwendungszweck;Umsatztyp;IBAN;Betrag (€);Gläubiger-ID;Mandatsreferenz;Kundenreferenz',
            ),
            ...withBalances(model).map((one) => {
              const names = one.cents > 0 ? [one.name, 'Stiftung'] : ['Stiftung', one.name]
              const valued = one.pending ? '' : short(one.valued)
              const head = [
                short(one.day),
                valued,
                one.pending ? 'Vorgemerkt' : 'Gebucht',
                ...names,
                one.text,
              ]
              const kind = one.cents > 0 ? 'Eingang' : 'Ausgang'
              return [...head, kind, one.iban, amount(one.cents, style) + unit, '', '', one.reference]
            }),
          ],
          { quotes: 'all' },
        ),
      )
    },
  })),
  {
    name: 'DKB until 2023',
    balances: 'closing',
    without: ['pending'],
    write: (model) =>
      latin(
        sheet(
          [
            ['Kontonummer:', `${houseIban} / Girokonto`],
            [],
            ['Von:', '01.01.2026'],
            ['Bis:', '20.11.2026'],
            ['Kontostand vom 20.11.2026:', `${amount(closingOf(model), { thousands: true })} EUR`],
            ['Freitextsuche (im Verwendungszweck):', '', 'im Verwendungszweck'],
            ['Betrag von:', '', 'bis:', ''],
            [],
            heading(
              'Buchungstag;Wertstellung;Buchungstext;Auftraggeber / Begünstigter;Verwendungszweck;Kontonummer;BLZ;Betrag (EUR);Gläubiger-ID;Mandatsreferenz;Kundenreferenz',
            ),
            ...withBalances(withoutPending(model)).map((one) => {
              const head = [long(one.day), long(one.valued), 'Gutschrift', one.name, one.text, one.iban]
              return [...head, 'TESTDEFF', amount(one.cents, { thousands: true }), '', '', one.reference]
            }),
          ],
          { quotes: 'all', tail: ';' },
        ),
      ),
  },
  {
    name: 'Commerzbank',
    balances: 'none',
    without: ['pending'],
    text: commerzbank,
    write: (model) =>
      bom(
        sheet(
          [
            heading(
              'Buchungstag;Wertstellung;Umsatzart;Buchungstext;Betrag;Währung;IBAN Kontoinhaber;Kategorie',
            ),
            ...withBalances(withoutPending(model)).map((one) => {
              const cents = amount(one.cents, { dropsZeros: true })
              const head = [long(one.day), long(one.valued), 'Überweisung', commerzbank(one)]
              return [...head, cents, 'EUR', houseIban, 'Wohnen']
            }),
          ],
          { quotes: 'none' },
        ),
      ),
  },
  {
    name: 'Deutsche Bank, Postbank, norisbank',
    balances: 'both',
    without: ['pending'],
    write: (model) => bom(deutscheBank(model)),
  },
  {
    name: 'Deutsche Bank until 2024',
    balances: 'closing',
    noAccount: true,
    without: ['pending'],
    write: (model) => {
      const closing = amount(closingOf(model), { thousands: true })
      return latin(
        sheet(
          [
            ['Umsätze Girokonto', 'Zeitraum: 01.01.2026 - 20.11.2026', ''],
            ['Neuer Kontostand', `${closing} EUR`],
            [''],
            heading(
              'Buchungstag;Wert;Umsatzart;Begünstigter / Auftraggeber;Verwendungszweck;IBAN;BIC;Kundenreferenz;Mandatsreferenz ;Gläubiger ID;Fremde Gebühren;Betrag;Abweichender Empfänger;Abweichender Auftraggeber;Anzahl der Aufträge;Anzahl der Schecks;Soll;Haben;Währung',
            ),
            ...withBalances(withoutPending(model)).map((one) => {
              const cents = amount(one.cents, { thousands: true })
              const sides = one.cents < 0 ? [cents, ''] : ['', cents]
              const head = [
                long(one.day),
                long(one.valued),
                '"SEPA-Gutschrift"',
                one.name,
                one.text,
                one.iban,
              ]
              return [...head, 'TESTDEFF', one.reference, '', '', '', '', '', '', '', '', ...sides, 'EUR']
            }),
            ['Girokonto', '20.11.2026', closing],
          ],
          { quotes: 'none' },
        ),
      )
    },
  },
  ...(['short', 'balance', 'note', 'category'] as const).map((variant): Layout => ({
    name: `ING, ${variant}`,
    balances: variant === 'short' ? 'closing' : 'both',
    without: ['pending', 'iban', 'reference'],
    write: (model) => (variant === 'note' ? utf8 : latin)(ing(variant, model)),
  })),
  {
    name: 'comdirect',
    balances: 'both',
    noAccount: true,
    without: ['reference'],
    text: comdirect,
    write: (model) =>
      latin(
        `;\n${sheet(
          [
            ['Umsätze Girokonto', 'Zeitraum: 30 Tage'],
            ['Neuer Kontostand', `${amount(closingOf(model), { thousands: true })} EUR`],
            [],
            heading('Buchungstag;Wertstellung (Valuta);Vorgang;Buchungstext;Umsatz in EUR'),
            ...withBalances(model).map((one) => {
              const days = one.pending ? ['offen', '--'] : [long(one.day), long(one.valued)]
              return [
                ...days,
                'Übertrag / Überweisung',
                comdirect(one),
                amount(one.cents, { thousands: true }),
              ]
            }),
            [],
            ['Alter Kontostand', `${amount(model.opening, { thousands: true })} EUR`],
          ],
          { quotes: 'all', tail: ';' },
        )}`,
      ),
  },
  {
    name: 'N26 since 2024',
    balances: 'none',
    noAccount: true,
    without: ['pending', 'reference'],
    write: (model) =>
      utf8(
        sheet(
          [
            'Booking Date,Value Date,Partner Name,Partner Iban,Type,Payment Reference,Account Name,Amount (EUR),Original Amount,Original Currency,Exchange Rate'.split(
              ',',
            ),
            ...withBalances(withoutPending(model)).map((one, nth) => {
              const valued = one.valued === one.day && nth % 2 === 0 ? '' : one.valued
              const cents = amount(one.cents, { mark: '.', dropsZeros: nth % 2 === 0 })
              const head = [one.day, valued, one.name, one.iban, 'Credit Transfer', one.text, 'Main Account']
              return [...head, cents, '350', 'USD', '0.92']
            }),
          ],
          { separator: ',', quotes: 'needed' },
        ),
      ),
  },
  {
    name: 'N26 until 2024',
    balances: 'none',
    noAccount: true,
    without: ['pending', 'reference', 'valued'],
    write: (model) =>
      utf8(
        sheet(
          [
            'Date,Payee,Account number,Transaction type,Payment reference,Amount (EUR),Amount (Foreign Currency),Type Foreign Currency,Exchange Rate'.split(
              ',',
            ),
            ...withBalances(withoutPending(model)).map((one) => {
              const head = [one.day, one.name, one.iban, 'Income', one.text]
              return [...head, amount(one.cents, { mark: '.' }), '', '', '']
            }),
          ],
          { separator: ',', quotes: 'all' },
        ),
      ),
  },
  ...(['', 'Kategorie;Stichwörter;Umsatz geteilt;'] as const).map((extra): Layout => ({
    name: `Consorsbank, ${extra === '' ? 8 : 11} columns`,
    balances: 'none',
    noAccount: true,
    without: ['pending', 'reference'],
    write: (model) =>
      latin(
        sheet(
          [
            heading(
              `Buchung;Valuta;Sender / Empfänger;IBAN / Konto-Nr.;BIC / BLZ;Buchungstext;Verwendungszweck;${extra}Betrag in EUR`,
            ),
            ...withBalances(withoutPending(model)).map((one) => {
              const head = [long(one.day), long(one.valued), one.name, one.iban, 'TESTDEFF', 'GUTSCHRIFT']
              return [...head, one.text, ...(extra === '' ? [] : ['', '', '']), amount(one.cents)]
            }),
          ],
          { quotes: 'needed' },
        ),
      ),
  })),
  ...([latin, utf16] as const).map((encode): Layout => ({
    name: `HypoVereinsbank, ${encode === latin ? 'ISO-8859-1' : 'UTF-16'}`,
    balances: 'none',
    noAccount: true,
    without: ['pending', 'reference', 'iban'],
    write: (model) =>
      encode(
        sheet(
          [
            heading(
              'Kontonummer;Buchungsdatum;Valuta;Empfaenger 1;Empfaenger 2;Verwendungszweck;Betrag;Waehrung',
            ),
            ...withBalances(withoutPending(model)).map((one) => {
              const [first = '', ...others] = one.name.split(' ')
              const head = ['532013000', long(one.day), long(one.valued), first, others.join(' '), one.text]
              return [...head, amount(one.cents), 'EUR']
            }),
          ],
          { quotes: 'needed' },
        ),
      ),
  })),
  ...([',', '.'] as const).map((mark): Layout => ({
    name: `Targobank, cents behind ${mark}`,
    balances: 'none',
    without: ['pending', 'reference', 'valued'],
    text: (one) => targo(one).replace(/\s+/g, ' '),
    write: (model) => utf8(targobankSheet(mark, model)),
  })),
  {
    name: 'Finom',
    balances: 'both',
    without: ['reference', 'valued'],
    write: (model) =>
      utf8(
        sheet(
          [
            finomHeadings.split(','),
            ...withBalances(model).map((one, nth) => {
              const cents = amount(one.cents, { mark: '.' })
              const head = [
                long(one.day),
                '09:57',
                one.pending ? 'Pending' : 'Completed',
                'Transfer',
                one.name,
              ]
              const side = ['N/A', one.iban || 'N/A', one.text, 'SERVICES', 'aGFsbG8=', '***1234']
              const money = ['EUR', cents, 'EUR', cents, amount(one.after, { mark: '.' })]
              return [...head, ...side, ...money, 'Main', houseIban, 'N/A', `1111-${nth}`]
            }),
          ],
          { separator: ',', quotes: 'needed' },
        ),
      ),
  },
  {
    name: 'Revolut',
    balances: 'both',
    noAccount: true,
    without: ['reference', 'valued', 'name', 'iban'],
    write: (model) =>
      utf8(
        sheet(
          [
            'Type,Product,Started Date,Completed Date,Description,Amount,Fee,Currency,State,Balance'.split(
              ',',
            ),
            ...withBalances(model).map((one) => {
              const completed = one.pending ? '' : `${one.day} 10:11:12`
              const money = [amount(one.cents, { mark: '.' }), '0.00', 'EUR']
              const state = one.pending ? ['PENDING', ''] : ['COMPLETED', amount(one.after, { mark: '.' })]
              return ['TRANSFER', 'Current', `${one.day} 09:00:00`, completed, one.text, ...money, ...state]
            }),
          ],
          { separator: ',', quotes: 'needed' },
        ),
      ),
  },
  {
    name: 'Wise, history',
    balances: 'none',
    noAccount: true,
    without: ['reference', 'valued', 'iban'],
    write: (model) =>
      utf8(
        sheet(
          [
            wiseHeadings.split(','),
            ...withBalances(model).map((one, nth) => {
              const cents = amount(Math.abs(one.cents), { mark: '.' })
              const [direction, source, target] =
                one.cents > 0 ? ['IN', one.name, 'Stiftung'] : ['OUT', 'Stiftung', one.name]
              const state = one.pending ? 'CANCELLED' : 'COMPLETED'
              const head = [`TRANSFER-${nth}`, state, direction, `${one.day} 09:00:00`, `${one.day} 10:00:00`]
              const sides = [source, cents, 'EUR', target, cents, 'EUR']
              return [
                ...head,
                '0.00',
                'EUR',
                '',
                '',
                ...sides,
                '1.0',
                one.text,
                '',
                'Stiftung',
                'General',
                '',
              ]
            }),
          ],
          { separator: ',', quotes: 'needed' },
        ),
      ),
  },
  {
    name: 'Wise, balance statement',
    balances: 'both',
    noAccount: true,
    without: ['pending', 'reference', 'valued', 'iban'],
    text: (one) => `Transfer ${one.text}`,
    write: (model) =>
      utf8(
        sheet(
          [
            'TransferWise ID,Date,Amount,Currency,Description,Payment Reference,Running Balance,Exchange From,Exchange To,Exchange Rate,Payer Name,Payee Name,Payee Account Number,Merchant,Total fees'.split(
              ',',
            ),
            ...withBalances(withoutPending(model)).map((one, nth) => {
              const day = one.day.split('-').toReversed().join('-')
              const money = [amount(one.cents, { mark: '.' }), 'EUR', 'Transfer', one.text]
              const names = one.cents > 0 ? [one.name, ''] : ['', one.name]
              const behind = [amount(one.after, { mark: '.' }), '', '', '', ...names]
              return [`TRANSFER-${nth}`, day, ...money, ...behind, '', '', '0.00']
            }),
          ],
          { separator: ',', quotes: 'all' },
        ),
      ),
  },
  {
    name: 'PayPal',
    balances: 'both',
    noAccount: true,
    without: ['reference', 'valued', 'iban'],
    write: (model) =>
      bom(
        sheet(
          [
            paypalHeadings.split(','),
            ...withBalances(model).map((one, nth) => {
              const cents = amount(one.cents)
              const state = one.pending ? 'Ausstehend' : 'Abgeschlossen'
              const head = [
                long(one.day),
                '10:11:12',
                'Europe/Berlin',
                one.name,
                'Spendenzahlung',
                state,
                'EUR',
              ]
              const money = [cents, '0,00', cents, 'a@example.org', 'b@example.org', `TX${nth}`]
              const blank = (count: number) => Array<string>(count).fill('')
              const effect = one.pending ? 'Vormerkung' : one.cents < 0 ? 'Soll' : 'Haben'
              const tail = [...blank(7), one.text, '', '49', effect]
              return [...head, ...money, ...blank(16), amount(one.after), ...tail]
            }),
          ],
          { separator: ',', quotes: 'all' },
        ),
      ),
  },
]

const names = [
  'Ulf Petersen',
  'Förderverein der Grundschule am Park e.V.',
  'Jürgen Größmann',
  'Müller & Söhne GmbH',
  'Renate Albers',
]
const ibans = [
  'DE26876543210000009017',
  'DE80876543210000009015',
  'AT611904300234573201',
  'NL91ABNA0417164300',
]
const words = [
  'Spende',
  'Lesegarten',
  'PS-2026-0872',
  'fuer',
  'Bänke',
  'offen',
  'Saldo',
  'S',
  '1.000',
  '20',
  'Euro',
  'Kontostand',
  '5,00',
  '#4',
  'vom',
  '01.02.2026',
  'Gebühr',
  '"Garten"',
  "'Zaun'",
  'Dankeschoensagenmoechtenwirnochmals',
]

const cents = fc
  .oneof(
    fc.integer({ min: -300_000, max: 300_000 }),
    fc.integer({ min: -5_000, max: 5_000 }).map((tens) => tens * 1000),
    fc.integer({ min: 1, max: 200 }).map((thousands) => thousands * 100_000),
    fc.integer({ min: -200_000_000_00, max: 200_000_000_00 }),
  )
  .filter((amount) => amount !== 0)
const day = fc.integer({ min: 0, max: 320 }).map((days) => new Date(Date.UTC(2026, 0, 1 + days)))
const iso = (date: Date) => date.toISOString().slice(0, 10) as Day

const line: fc.Arbitrary<ModelLine> = fc
  .record({
    day,
    later: fc.constantFrom(0, 0, 1, -1, 3),
    cents,
    name: fc.constantFrom(...names),
    iban: fc.constantFrom(...ibans),
    text: fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 9 }).map((all) => all.join(' ')),
    reference: fc.constantFrom('', 'AZ-2026-0412', 'E2E 17'),
    pending: fc.constantFrom(false, false, false, true),
  })
  .map(({ later, ...one }) => ({
    ...one,
    day: iso(one.day),
    valued: iso(new Date(one.day.getTime() + later * 86_400_000)),
  }))

/** Lines of one day whose balances fit forwards and backwards: +5, -5, +5. */
const isBothWays = (lines: readonly ModelLine[]) =>
  lines.length > 1 &&
  lines.every((one, at) => at === 0 || (one.day === lines[0]!.day && one.cents === -lines[at - 1]!.cents))

/** Accounts with at least one booked line, from the oldest to the newest. */
export const models: fc.Arbitrary<Model> = fc
  .record({
    opening: fc.integer({ min: -5_000_000, max: 5_000_000 }),
    lines: fc.array(line, { minLength: 1, maxLength: 12 }),
    newestFirst: fc.boolean(),
  })
  .filter(
    ({ lines }) => lines.some((one) => !one.pending) && !isBothWays(lines.filter((one) => !one.pending)),
  )
  .map((model) => ({
    ...model,
    lines: model.lines.toSorted((one, other) => one.day.localeCompare(other.day)),
  }))

/** Expected contents of a layout's file for a model, in the order of the file. */
export function expectedOf(layout: Layout, model: Model) {
  const missing = new Set(layout.without)
  const order = model.newestFirst ? bookedOf(model).toReversed() : bookedOf(model)
  return {
    lines: order.map((one) => ({
      booked_on: one.day,
      valued_on: missing.has('valued') ? one.day : one.valued,
      amount_cents: one.cents,
      name: missing.has('name') ? '' : one.name,
      iban: missing.has('iban') ? '' : one.iban,
      text: layout.text ? layout.text(one).replace(/\s+/g, ' ') : one.text,
      reference: missing.has('reference') ? '' : one.reference,
    })),
    pending: missing.has('pending') ? 0 : model.lines.filter((one) => one.pending).length,
    balances:
      layout.balances === 'none'
        ? { opening_cents: null, closing_cents: null }
        : { opening_cents: model.opening, closing_cents: closingOf(model) },
    account: layout.noAccount ? null : houseIban,
  }
}
