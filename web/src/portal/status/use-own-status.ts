import { useEffect, useState } from 'react'
import type { StatusLayers } from '../../../generated/telephony-api.ts'
import type { TelephonyBody } from '../../api/telephony-api.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import { usePortal, usePortalEvents } from '../shell/portal-context.ts'

export type StatusChange = NonNullable<TelephonyBody<'PATCH /status/v2/current-user'>>

/** The own status as the server has it, or as it will be when it has taken the last choice. */
export function useOwnStatus() {
  const { client, user } = usePortal()
  const loaded = useLoaded('own status', (signal) =>
    client.call('GET /status/v2/current-user', {}, undefined, signal),
  )
  const [layers, setLayers] = useState<StatusLayers>()
  const [error, setError] = useState<unknown>()
  useEffect(() => {
    if (loaded.value) setLayers(loaded.value)
  }, [loaded.value])
  usePortalEvents(({ name, payload }) => {
    if (name === 'events.missed' || isAbout(name, payload, user.id)) loaded.reload()
  })
  // Not held up by one that is still on its way: who goes through the choices by keyboard makes several.
  async function change(wanted: StatusChange) {
    setError(undefined)
    setLayers((before) => before && expected(before, wanted))
    try {
      setLayers(await client.call('PATCH /status/v2/current-user', {}, wanted))
    } catch (failure) {
      setError(failure)
      loaded.reload()
    }
  }
  return { loaded, layers, error, change }
}

/** What the user chooses is shown at once; what a program has set is for the server to judge. */
function expected(before: StatusLayers, { main_status: main, additional_status: additional }: StatusChange) {
  return {
    main_status: main ? { ...before.main_status, status: main.status } : before.main_status,
    additional_status:
      additional?.status !== undefined && before.additional_status.action_type !== 'automatic'
        ? { status: additional.status, action_type: 'manual' as const }
        : before.additional_status,
  }
}

const isAbout = (name: string, payload: unknown, userId: string) =>
  name === 'user_status_updated' && (payload as { user_id?: unknown }).user_id === userId
