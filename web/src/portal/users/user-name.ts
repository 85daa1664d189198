import type { Contact } from '../../../../packages/client/src/generated/telephony-api.ts'

export const userName = ({ first_name: first, last_name: last }: Pick<Contact, 'first_name' | 'last_name'>) =>
  `${first} ${last}`.trim()
