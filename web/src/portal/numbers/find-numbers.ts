import type { Contact } from '@switchboard/client/telephony'
import type { TelephonyClient } from '../../api/telephony-api.ts'
import { p } from '../../texts/portal-texts.ts'
import { showNumber } from '../../ui/show-number.ts'
import { type Choice, SEARCH_SIZE } from '../search/use-search.ts'
import { findUsers, userName } from '../users/known-users.ts'
import type { KnownNumbers } from './known-numbers.ts'
import { loadExtensions } from './load-extensions.ts'

/** A number, and who or what has it. */
export interface FoundNumber extends Choice {
  number: string
  name: string
}

type Phone = keyof Contact['contacts']['phones'] | 'fax'

const phones = ['mobile', 'work', 'home', 'other'] as const

/** Where to look for numbers. */
export interface NumberSources {
  /** The extensions of an instance. Users find only their own there, and others by their people. */
  instanceUuid?: string | undefined
  /** Its routes, which are known. */
  routes?: KnownNumbers | undefined
  /** Which numbers of the people of the company; undefined: none. */
  people?: readonly ('extension' | Phone)[] | undefined
  /** Contacts of the company. */
  hasContacts?: boolean
  /** More choices, such as slots of parking lots. */
  more?: readonly FoundNumber[] | undefined
}

export const internalAndOutside = ['extension', ...phones] as const

export const outsideOnly = phones

/** Numbers by a part of the name or number. First what is internal. */
export async function findNumbers(
  client: TelephonyClient,
  sources: NumberSources,
  search: string,
  signal: AbortSignal,
): Promise<FoundNumber[]> {
  const { instanceUuid, routes, people, hasContacts = false, more = [] } = sources
  const [extensions, users, contacts] = await Promise.all([
    instanceUuid ? findExtensions(client, instanceUuid, search, signal) : [],
    people ? findUsers(client, search, signal) : [],
    hasContacts ? findContacts(client, search, signal) : [],
  ])
  const words = search.toLowerCase().split(/\s+/)
  const isFound = ({ label }: FoundNumber) => words.every((word) => label.toLowerCase().includes(word))
  const all = [
    ...extensions,
    ...[...more, ...numbersOf(routes)].filter(isFound),
    ...users.flatMap((user) => numbersOfUser(user, people ?? [])),
    ...contacts,
  ]
  // A colleague may have the same extension, or be a contact with the same phone.
  return all.filter((one, index) => all.findIndex(({ number }) => number === one.number) === index)
}

const found = (number: string, name: string, detail: string, label: string): FoundNumber => ({
  key: number,
  number,
  name,
  label: label.trim(),
  detail,
})

async function findExtensions(
  client: TelephonyClient,
  instanceUuid: string,
  search: string,
  signal: AbortSignal,
): Promise<FoundNumber[]> {
  const state = { page: 1, values: { search } }
  const { items } = await loadExtensions(client, instanceUuid, state, signal, SEARCH_SIZE)
  return items.map(({ data: { id, name }, user }) => {
    // It may have been found by the person who has it.
    const person = user ? userName(user) : name
    const detail = person === name ? p.numbers.kinds.extension : person
    return found(String(id), name, detail, `${id} ${name}`)
  })
}

const numbersOf = (routes: KnownNumbers | undefined): FoundNumber[] =>
  [...(routes ?? [])].map(([number, { kind, name }]) =>
    found(number, name, p.numbers.kinds[kind], `${number} ${name}`),
  )

function numbersOfUser(user: Contact, wanted: readonly ('extension' | Phone)[]): FoundNumber[] {
  const name = userName(user)
  return wanted.flatMap((kind) => {
    if (kind === 'extension') {
      const number = user.extension ? String(user.extension.number) : ''
      return number === '' ? [] : found(number, name, p.numbers.kinds.extension, `${number} ${name}`)
    }
    const written = kind === 'fax' ? user.contacts.fax : user.contacts.phones[kind]
    const number = digitsOf(written)
    const detail = kind === 'fax' ? p.users.fax : p.users.phones[kind]
    return number === '' ? [] : found(number, name, detail, `${name} ${showNumber(number)}`)
  })
}

async function findContacts(
  client: TelephonyClient,
  search: string,
  signal: AbortSignal,
): Promise<FoundNumber[]> {
  const input = { per_page: SEARCH_SIZE, ...(search && { search }) }
  const contacts = await client.call('GET /texting/v2/contacts', input, undefined, { signal })
  return contacts.map((contact) => {
    const shown = showNumber(contact.number)
    const name = userName(contact)
    return found(contact.number, name || shown, p.numbers.contact, `${name} ${shown}`)
  })
}

/** A phone number as it is dialled, without the blanks and signs that make it readable. */
export const digitsOf = (number: string) => number.replace(/[^+*#\d]/g, '')

/** The number that was typed; empty: it is a name or nothing. */
export const numberTyped = (text: string) => (/[^\s\d()/.+*#-]/.test(text) ? '' : digitsOf(text))
