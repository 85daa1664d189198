/** The kinds of stored bytes: folders in the data folder or, on PostgreSQL, values of a column. */
export const telephonyContentKinds = ['files', 'faxes', 'voicemail', 'prompts', 'recordings'] as const
