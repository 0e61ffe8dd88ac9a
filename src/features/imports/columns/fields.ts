/** Fields of a column. A file of organizations needs the first, a file of projects also `project_title`. */
export const importFields = [
  'organization_title',
  'organization_register_number',
  'organization_postcode',
  'organization_city',
  'organization_street',
  'organization_email',
  'organization_bank_account_holder',
  'organization_iban',
  'organization_bic',
  'organization_reviews',
  'project_title',
  'project_description',
  'project_needs',
  'project_reviews',
  'amount',
  'applied_amount',
  'currency',
  'date',
  'year',
  'starts_on',
  'ends_on',
  'funding_type',
  'funder',
  'topic',
  'external_id',
] as const
export type ImportField = (typeof importFields)[number]

/** Header names per field in the form of `foldHeader`, the best guess first; `*x` matches every name containing x. */
export const fieldNames: Record<ImportField, readonly string[]> = {
  organization_title: words(`
    organisation organization organizationtitle organizationname organisationsname empfaenger
    empfaengername zuwendungsempfaenger foerdermittelempfaenger traeger verein vereinsname
    traegername recipient recipientname recipientorgname recipientorganizationname grantee
    beguenstigter beneficiary institution einrichtung firma company name *zuwendungsempfaenger
    *recipientorg *beguenstigt *empfaenger *organisation *organization
  `),
  organization_register_number: words(`
    registernumber registernummer vereinsregisternummer organizationregisternumber empfaengerid
    vereinsregister vrnummer vr charitynumber companynumber organizationid organisationid
    recipientorgidentifier recipientid handelsregisternummer registernr *registernummer
    *charitynumber
  `),
  organization_postcode: words(`
    plz postleitzahl postcode postalcode zip zipcode organizationpostcode plzort
    recipientorgpostalcode *postleitzahl *postalcode *postcode
  `),
  organization_city: words('ort stadt city town sitz wohnort organizationcity recipientorgcity locality'),
  organization_street: words(`
    strasse street anschrift address adresse strassehausnummer strasseundhausnummer
    organizationstreet
  `),
  organization_email: words(
    'email emailcontact mail emailadresse kontaktemail contactemail organizationemail *email',
  ),
  // Bank details and decisions are matched only by these exact names, or by a person's choice.
  organization_bank_account_holder: ['organizationbankaccountholder'],
  organization_iban: ['organizationiban'],
  organization_bic: ['organizationbic'],
  organization_reviews: ['organizationreviews'],
  project_title: words(`
    projecttitle projekttitel projekt project projectname projektname projektbezeichnung zweck
    verwendungszweck zuwendungszweck foerderzweck massnahme vorhaben title titel bezeichnung
    thema purpose *projekttitel *projecttitle *zweck
  `),
  project_description: words(`
    projectdescription projektbeschreibung beschreibung description kurzbeschreibung details
    erlaeuterung *beschreibung *description
  `),
  project_needs: ['projectneeds'],
  project_reviews: ['projectreviews'],
  amount: words(`
    amount betrag betrageur betragineuro betragineur betrageuro amountawarded awarded summe
    foerdersumme foerderbetrag zuwendungsbetrag bewilligt bewilligtesumme bewilligterbetrag
    spendenbetrag zuwendung spende amounteur donation zahlbetrag umsatz wert total sum
    foerderbeitrag *foerderbeitrag *amountawarded *bewilligt *betrag *summe *amount
  `),
  applied_amount: words(`
    appliedamount amountappliedfor amountrequested requestedamount beantragt beantragtesumme
    beantragterbetrag antragssumme bedarf zielbetrag *appliedfor *beantragt *requested
  `),
  currency: words('currency waehrung currencycode wkz'),
  date: words(`
    date datum awarddate buchungstag buchungsdatum spendendatum zuwendungsdatum
    bewilligungsdatum bescheiddatum zahlungsdatum receivedon paymentdate valuta belegdatum
    createdat *awarddate *datum *date
  `),
  year: words(`
    jahr year haushaltsjahr foerderjahr berichtsjahr kalenderjahr zuwendungsjahr fiscalyear
    *jahr
  `),
  starts_on: words(`
    startson startdate beginn start projektbeginn laufzeitbeginn laufzeitvon von
    planneddatesstartdate
  `),
  ends_on: words('endson enddate ende end projektende laufzeitende laufzeitbis bis planneddatesenddate'),
  funding_type: words('fundingtype foerderart zuwendungsart finanzierungsart granttype artderzuwendung'),
  funder: words(`
    funder geber zuwendungsgeber foerderer foerdergeber foerdermittelgeber mittelgeber
    fundingorganization fundingorgname spender donor bewilligendestelle ressort *zuwendungsgeber
    *fundingorg
  `),
  topic: words(`
    topic politikbereich bereich foerderbereich themenfeld kategorie category programm programme
    grantprogramme grantprogrammetitle foerderprogramm ressortbereich sparte
  `),
  external_id: words(`
    externalid zeile id identifier aktenzeichen vorgangsnummer lfdnr laufendenummer nr nummer
    orderid grantid reference referenz rorid
  `),
}

function words(text: string): string[] {
  return text.trim().split(/\s+/)
}
