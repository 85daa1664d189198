import { type QueryClient, useQueries, useQuery } from '@tanstack/react-query'
import type { Portal } from '../../portal/shell/portal-context.ts'
import { portalKeys } from '../../portal/shell/portal-keys.ts'
import { loadAllUsers } from '../../portal/users/known-users.ts'
import type { PhoneCall } from './phone-state.ts'

const CONTACTS = 5

/** Who is at the other end: a colleague, or a contact of the company. Without one, the name that the call carries. */
export function useDirectory(
  { client }: Portal,
  queries: QueryClient,
  calls: readonly (PhoneCall | undefined)[],
): (call: PhoneCall) => string {
  const numbers = calls.flatMap((call) => (call ? [call.number] : []))
  const users = useQuery(
    {
      enabled: numbers.length > 0,
      queryKey: portalKeys.users.every,
      queryFn: ({ signal }) => loadAllUsers(client, signal),
    },
    queries,
  )
  const outside = [...new Set(numbers.filter((number) => number.length > 6))]
  const contacts = useQueries(
    {
      queries: outside.map((number) => ({
        queryKey: portalKeys.contacts.find(number),
        queryFn: ({ signal }: { signal: AbortSignal }) =>
          client.call('GET /texting/v2/contacts', { per_page: CONTACTS, search: number }, undefined, {
            signal,
          }),
      })),
    },
    queries,
  ).flatMap(({ data }) => data ?? [])
  return ({ name, number }) => {
    const wanted = digitsOf(number)
    const user = users.data?.find(
      ({ extension, contacts: { phones } }) =>
        String(extension?.number) === number ||
        (wanted.length > 6 && Object.values(phones).some((phone) => digitsOf(phone) === wanted)),
    )
    const contact = contacts.find((one) => digitsOf(one.number) === wanted)
    const { first_name: first = '', last_name: last = '' } = user ?? contact ?? {}
    return `${first} ${last}`.trim() || name
  }
}

const digitsOf = (number: string) => number.replace(/\D/g, '')
