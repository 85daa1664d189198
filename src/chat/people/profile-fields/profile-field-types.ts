/** The types of profile fields, by the names that clients know. */
export const profileFieldTypes = {
  SHORT_TEXT: { id: 1, name: 'Short text' },
  LONG_TEXT: { id: 2, name: 'Long text' },
  CHOICE: { id: 3, name: 'List of options' },
  DATE: { id: 4, name: 'Date picker' },
  URL: { id: 5, name: 'Link' },
  USER: { id: 6, name: 'Person picker' },
  EXTERNAL_ACCOUNT: { id: 7, name: 'External account' },
  PRONOUNS: { id: 8, name: 'Pronouns' },
} as const

export const isProfileFieldType = (id: number) =>
  Object.values(profileFieldTypes).some((type) => type.id === id)

/** Short and long text are Markdown. */
export const isRendered = (type: number) =>
  type === profileFieldTypes.SHORT_TEXT.id || type === profileFieldTypes.LONG_TEXT.id

/** External accounts with a well-known URL; `custom` ones define their own. */
export const knownAccounts = {
  twitter: { name: 'Twitter', text: 'Twitter', hint: '', url_pattern: 'https://twitter.com/%(username)s' },
  github: { name: 'GitHub', text: 'GitHub', hint: '', url_pattern: 'https://github.com/%(username)s' },
} as const
