/** Obvious passwords for this product, in addition to the common ones. */
const ofThisHouse =
  'almoner administrator anmeldung benutzer foerderung förderung fruehling frühling genossenschaft kennwort mitarbeiter qwertz qwertzu qwertzui qwertzuiop raiffeisen sparkasse spende spenden stiftung stiftungen superuser verein volksbank willkommen zugang'.split(
    ' ',
  )

let loading: Promise<Set<string>> | undefined

/** About 49,000 passwords known from breaches, in lower case; loaded from the package at first use, never looked up online. */
export function commonPasswords(): Promise<Set<string>> {
  loading ??= import('@zxcvbn-ts/language-common').then(
    ({ dictionary }) => new Set([...dictionary['passwords-common'], ...ofThisHouse].map(String)),
  )
  return loading
}
