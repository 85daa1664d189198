/** The query keys of the entrance pages. */
export const entranceKeys = {
  organization: ['organization'],
  invitation: (token: string) => ['invitation', token],
  reset: (token: string) => ['reset', token],
  unsubscribe: (token: string) => ['unsubscribe', token],
  emailChange: (token: string) => ['email-change', token],
} as const
