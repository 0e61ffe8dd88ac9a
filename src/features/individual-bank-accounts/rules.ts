/** An IBAN as people see it who may not know it whole: country and the last four characters. */
export function maskedIban(iban: string): string {
  return `${iban.slice(0, 2)}** **** ${iban.slice(-4)}`
}
