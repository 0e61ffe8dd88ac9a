/**
 * Invented donors: their names, addresses and accounts do not exist. Kern occurs twice, as names of real donors do; some lack
 * an address.
 */
export const donors = [
  {
    name: 'Renate Albers',
    email: 'renate.albers@post.example',
    iban: 'DE68210501700012345678',
    street: 'Lindenallee 12',
    postal_code: '88662',
    city: 'Überlingen',
  },
  {
    name: 'Horst Weidinger',
    email: 'h.weidinger@post.example',
    iban: 'DE12500105170648489890',
    street: 'Am Schlosspark 3',
    postal_code: '78464',
    city: 'Konstanz',
  },
  { name: 'Josef Kern', email: 'josef.kern@post.example', iban: 'DE75512108001245126199' },
  { name: 'Josef Kern', email: 'kern@verein.example', iban: 'DE75512108001245126199' },
  {
    name: 'Dr. Petra Lohse',
    email: 'lohse@praxis.example',
    iban: 'DE27100777770209299700',
    street: 'Marktplatz 7',
    postal_code: '88045',
    city: 'Friedrichshafen',
  },
  { name: 'Emre Yılmaz', email: 'emre.yilmaz@post.example', iban: '' },
  {
    name: 'Gerda Aumüller',
    email: '',
    iban: '',
    street: 'Hinter der Mühle 1a',
    postal_code: '78355',
    city: 'Hohenfels',
  },
  {
    name: 'Jürgen Großböhm',
    email: 'grossboehm@post.example',
    iban: 'DE91100000000123456789',
    street: 'Große Straße 40',
    postal_code: '78315',
    city: 'Radolfzell',
  },
  {
    name: 'Éva Szücs',
    email: 'eva.szucs@post.example',
    iban: 'DE02100100100006820101',
    street: 'Seeuferweg 22',
    postal_code: '78479',
    city: 'Reichenau',
  },
  { name: 'Anneliese Übelhör', email: '', iban: 'DE02200505501015871393' },
  {
    name: 'Søren Nørgaard',
    email: 'soren@post.example',
    iban: '',
    street: 'Hafenstraße 9',
    postal_code: '88131',
    city: 'Lindau',
  },
  {
    name: 'Wolfgang Müller-Lüdenscheidt',
    email: 'w.mueller@post.example',
    iban: 'DE02300606010002474689',
    street: 'Badgasse 5',
    postal_code: '88709',
    city: 'Meersburg',
  },
] as const

/** Events after a gift or pledge, each in days before today. */
export type Later =
  | { settled: number; paid?: number }
  | { refunded: number; euros?: number; reason: string }
  | { chargedBack: number; reason: string }
  | { moved: number; to: number; reason: string }
  | { confirmed: number; euros?: number }
  | { on: number; ended: 'failed' | 'expired'; reason: string }

export type DemoGift = {
  donor: number
  /** Index of one of the demo's open projects, from 0. */
  project: number
  euros: number
  /** Days before today. */
  back: number
  channel: 'psp' | 'bank_transfer' | 'cash'
  pledged?: true
  note?: string
  later?: Later
}

/** Private donations in every state, oldest first. Pledges without `later` still wait for their bank line. */
export const gifts: readonly DemoGift[] = [
  { donor: 0, project: 0, euros: 250, back: 52, channel: 'psp', later: { settled: 44, paid: 41 } },
  { donor: 7, project: 0, euros: 120, back: 51, channel: 'psp', later: { settled: 44, paid: 41 } },
  { donor: 4, project: 1, euros: 60, back: 38, channel: 'psp', later: { settled: 26 } },
  {
    donor: 6,
    project: 1,
    euros: 100,
    back: 37,
    channel: 'cash',
    note: 'Sammelbüchse Herbstfest',
    later: { settled: 26 },
  },
  {
    donor: 11,
    project: 2,
    euros: 300,
    back: 33,
    channel: 'psp',
    later: { refunded: 24, reason: 'Doppelt gespendet, Bitte vom Spender' },
  },
  {
    donor: 1,
    project: 3,
    euros: 250,
    back: 32,
    channel: 'psp',
    later: { refunded: 20, euros: 100, reason: 'Betrag vertippt' },
  },
  {
    donor: 8,
    project: 3,
    euros: 45,
    back: 31,
    channel: 'psp',
    later: { chargedBack: 15, reason: 'Lastschrift zurückgegeben' },
  },
  {
    donor: 9,
    project: 4,
    euros: 80,
    back: 30,
    channel: 'cash',
    note: 'Beim Tag der offenen Tür',
    later: { moved: 19, to: 5, reason: 'War für das Nachbarprojekt gedacht' },
  },
  { donor: 10, project: 2, euros: 35, back: 29, channel: 'psp' },
  {
    donor: 5,
    project: 4,
    euros: 25,
    back: 29,
    channel: 'psp',
    pledged: true,
    later: { on: 29, ended: 'failed', reason: 'Zahlung abgelehnt' },
  },
  {
    donor: 2,
    project: 5,
    euros: 40,
    back: 60,
    channel: 'bank_transfer',
    pledged: true,
    later: { on: 30, ended: 'expired', reason: 'Seit vier Wochen nichts gekommen' },
  },
  {
    donor: 9,
    project: 6,
    euros: 150,
    back: 28,
    channel: 'bank_transfer',
    pledged: true,
    later: { confirmed: 25, euros: 100 },
  },
  { donor: 0, project: 3, euros: 50, back: 26, channel: 'bank_transfer', pledged: true },
  { donor: 7, project: 6, euros: 75, back: 24, channel: 'bank_transfer', pledged: true },
  { donor: 11, project: 0, euros: 200, back: 17, channel: 'bank_transfer', pledged: true },
  { donor: 4, project: 1, euros: 60, back: 12, channel: 'bank_transfer', pledged: true },
  { donor: 2, project: 4, euros: 100, back: 9, channel: 'bank_transfer', pledged: true },
  { donor: 8, project: 2, euros: 20, back: 8, channel: 'psp' },
  { donor: 5, project: 4, euros: 25, back: 7, channel: 'psp', pledged: true },
  { donor: 3, project: 6, euros: 30, back: 6, channel: 'cash', note: 'Am Schalter' },
  { donor: 10, project: 5, euros: 35, back: 4, channel: 'psp' },
  { donor: 6, project: 0, euros: 100, back: 3, channel: 'cash', note: 'Sammelbüchse Martinimarkt' },
  { donor: 1, project: 3, euros: 70, back: 2, channel: 'bank_transfer', pledged: true },
  { donor: 10, project: 2, euros: 65, back: 5, channel: 'psp' },
]
