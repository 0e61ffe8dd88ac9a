/** One payment in a bank's written answer. */
export type WrittenPayment = {
  id: string
  status?: string
  reason?: string
  words?: string[]
  name?: string
  amount_cents?: number
  iban?: string
}

/** A bank's answer to write; `batch: null` omits the batch. */
export type WrittenAnswer = {
  version?: '03' | '10'
  message?: string
  made?: string
  original: string
  group?: string
  groupReason?: string
  payments?: number
  sum?: string
  counts?: Record<string, number>
  batch?: string | null
  batchStatus?: string
  payer?: string
  said?: readonly WrittenPayment[]
}

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')
const tag = (name: string, content: string | undefined) =>
  content === undefined ? '' : `<${name}>${content}</${name}>`
const reasonOf = (code?: string, words: readonly string[] = []) =>
  code === undefined && words.length === 0
    ? ''
    : tag(
        'StsRsnInf',
        tag('Rsn', code && tag('Cd', code)) + words.map((one) => tag('AddtlInf', escape(one))).join(''),
      )
const countsOf = (counts: Record<string, number> = {}) =>
  Object.entries(counts)
    .map(([status, n]) => tag('NbOfTxsPerSts', tag('DtldNbOfTxs', String(n)) + tag('DtldSts', status)))
    .join('')

/** A pain.002 as banks write it, in version 001.03 or 001.10. */
export function pain002(answer: WrittenAnswer): string {
  const {
    version = '10',
    message = 'BANK-1',
    made = '2026-11-21T10:00:00+01:00',
    original,
    said = [],
  } = answer
  const payments = said.map(({ id, status, reason, words, name, amount_cents, iban }) => {
    const party = name === undefined ? undefined : tag('Nm', escape(name))
    const reference =
      (amount_cents === undefined
        ? ''
        : tag('Amt', `<InstdAmt Ccy="EUR">${(amount_cents / 100).toFixed(2)}</InstdAmt>`)) +
      (answer.payer === undefined ? '' : tag('DbtrAcct', tag('Id', tag('IBAN', answer.payer)))) +
      (party === undefined ? '' : tag('Cdtr', version === '03' ? party : tag('Pty', party))) +
      (iban === undefined ? '' : tag('CdtrAcct', tag('Id', tag('IBAN', iban))))
    return tag(
      'TxInfAndSts',
      tag('OrgnlEndToEndId', id) +
        tag('TxSts', status) +
        reasonOf(reason, words) +
        (reference && tag('OrgnlTxRef', reference)),
    )
  })
  const batch =
    answer.batch === null
      ? ''
      : tag(
          'OrgnlPmtInfAndSts',
          tag('OrgnlPmtInfId', answer.batch ?? original) +
            tag('PmtInfSts', answer.batchStatus) +
            payments.join('\n'),
        )
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.${version}"><CstmrPmtStsRpt>
<GrpHdr>${tag('MsgId', message)}${tag('CreDtTm', made)}</GrpHdr>
<OrgnlGrpInfAndSts>${tag('OrgnlMsgId', original)}${tag('OrgnlMsgNmId', 'pain.001.001.09')}${tag('OrgnlNbOfTxs', answer.payments?.toString())}${tag('OrgnlCtrlSum', answer.sum)}${tag('GrpSts', answer.group)}${reasonOf(answer.groupReason)}${countsOf(answer.counts)}</OrgnlGrpInfAndSts>
${batch}
</CstmrPmtStsRpt></Document>`
}
