import { keepPreviousData, type QueryClient, useQuery } from '@tanstack/react-query'
import type { Portal } from '../../portal/shell/portal-context.ts'
import { portalKeys } from '../../portal/shell/portal-keys.ts'
import { findNamesOfNumbers } from '../../portal/users/known-users.ts'
import type { PhoneCall } from './phone-state.ts'

/** Who is at the other end: a colleague, or a contact of the company. Without one, the name that the call carries. */
export function useDirectory(
  { client }: Portal,
  queries: QueryClient,
  calls: readonly (PhoneCall | undefined)[],
): (call: PhoneCall) => string {
  const numbers = [...new Set(calls.flatMap((call) => (call ? [call.number] : [])))]
  const { data } = useQuery(
    {
      enabled: numbers.length > 0,
      queryKey: portalKeys.users.numbered(['contacts', ...numbers]),
      queryFn: ({ signal }) => findNamesOfNumbers(client, numbers, signal, true),
      placeholderData: keepPreviousData,
    },
    queries,
  )
  return ({ name, number }) => data?.get(number) || name
}
