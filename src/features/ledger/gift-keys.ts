/** Prefix by which an export for import names a gift of Almoner's own: it is that gift, whatever else its row says. */
export const ownGift = 'almoner:'
