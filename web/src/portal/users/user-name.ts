import type { Contact } from '@switchboard/client/telephony'

export const userName = ({ first_name: first, last_name: last }: Pick<Contact, 'first_name' | 'last_name'>) =>
  `${first} ${last}`.trim()
