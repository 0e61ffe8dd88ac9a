/** Prefix of the ids that an export for import gives to existing gifts; the id alone identifies the gift on import. */
export const ownGift = 'almoner:'
