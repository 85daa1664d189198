/** What one request may ask of the telephony, besides what its operation declares. */

/** A document and a few fields beside it. Each part costs more than its bytes. */
export const FORM_PARTS = 50

/** Of one company, for their turn. Two documents are converted at once. */
export const CONVERSIONS_WAITING = 100
