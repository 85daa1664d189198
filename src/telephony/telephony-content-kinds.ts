/** Kinds of bytes that the telephony stores: folders of the data or, on PostgreSQL, columns of rows. */
export const telephonyContentKinds = ['files', 'faxes'] as const
