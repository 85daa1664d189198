import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { StatusLayers } from '../../../../packages/client/src/generated/telephony-api.ts'
import type { TelephonyBody } from '../../api/telephony-api.ts'
import { useInOrder } from '../../ui/use-in-order.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'

export type StatusChange = NonNullable<TelephonyBody<'PATCH /status/v2/current-user'>>

/** The user's own status, updated optimistically with the last choice. */
export function useOwnStatus() {
  const { client } = usePortal()
  const loaded = useQuery({
    queryKey: portalKeys.statuses.own,
    queryFn: ({ signal }) => client.call('GET /status/v2/current-user', {}, undefined, { signal }),
  })
  const [layers, setLayers] = useState<StatusLayers>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    if (loaded.data) setLayers(loaded.data)
  }, [loaded.data])
  // The arrow keys change the status several times in a row.
  const inOrder = useInOrder()
  async function change(wanted: StatusChange) {
    setError(undefined)
    setLayers((before) => before && expected(before, wanted))
    const { answer, isLast } = inOrder(() => client.call('PATCH /status/v2/current-user', {}, wanted))
    try {
      const stored = await answer
      if (isLast()) setLayers(stored)
    } catch (failure) {
      setError(failure)
      const { data } = await loaded.refetch()
      if (data && isLast()) setLayers(data)
    }
  }
  return { loaded, layers, error, change }
}

/** The user's choice is shown at once. A status that a program has set is left to the server. */
function expected(before: StatusLayers, { main_status: main, additional_status: additional }: StatusChange) {
  return {
    main_status: main ? { ...before.main_status, status: main.status } : before.main_status,
    additional_status:
      additional?.status !== undefined && before.additional_status.action_type !== 'automatic'
        ? { status: additional.status, action_type: 'manual' as const }
        : before.additional_status,
  }
}
