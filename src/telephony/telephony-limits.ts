/** Limits of a request, in addition to those that its operation declares. */

/** A document and a few fields. Each part costs more than its bytes. */
export const FORM_PARTS = 50

/** No object of the API has a hundred. Each unknown one is checked and reported. */
export const BODY_FIELDS = 1000
