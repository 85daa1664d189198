/** What one request may ask of the telephony, besides what its operation declares. */

/** A document and a few fields beside it. Each part costs more than its bytes. */
export const FORM_PARTS = 50
