import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { callChat } from '../../api/chat-api.ts'
import { createTelephonyClient, type TelephonyCaller } from '../../api/telephony-api.ts'
import { createQueryClient } from '../../ui/query-client.ts'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { findRights } from './find-rights.ts'
import { NoPhones } from './no-phones.tsx'
import { type Portal, PortalContext } from './portal-context.ts'
import { PortalFrame } from './portal-frame.tsx'
import { portalKeys } from './portal-keys.ts'
import { openPortalSocket, type PortalSocket } from './portal-socket.ts'
import { useLiveQueries } from './use-live-queries.ts'

interface PortalWorkspaceProps {
  caller: TelephonyCaller
  onSignOut: () => void
  /** The key is no longer valid, or the user is disabled. */
  onRefused: () => void
  onSwitch: (caller: TelephonyCaller) => void
}

/** What a signed-in user sees: the acting user, the company, and the connection for events. */
export function PortalWorkspace({ caller, onSignOut, onRefused, onSwitch }: PortalWorkspaceProps) {
  const [queries] = useState(createQueryClient)
  const client = useMemo(() => createTelephonyClient(caller), [caller])
  const start = useQuery(
    {
      queryKey: portalKeys.account,
      queryFn: async ({ signal }) => {
        const phones =
          caller.kind === 'session' ? await callChat('GET /workspace', {}, { signal }) : undefined
        if (phones && phones.phone_role === null) return { phones }
        const [company, user] = await Promise.all([
          client.call('GET /system/company', {}, undefined, signal),
          client.call('GET /system/account', {}, undefined, signal),
        ])
        const rights = await findRights(caller, phones, user.id, signal)
        return { inside: { company, user, ...rights } }
      },
    },
    queries,
  )
  const userId = start.data?.inside?.user.id
  const socket = usePortalSocket(caller, userId)
  const refused = start.error instanceof ApiFailure && start.error.status === 401
  useEffect(() => {
    if (refused) onRefused()
  }, [refused, onRefused])
  useLiveQueries(queries, socket, userId)

  if (start.error !== null && !start.data) return <ErrorState error={start.error} onRetry={start.refetch} />
  if (start.data?.phones) return <NoPhones phones={start.data.phones} onConnected={start.refetch} />
  if (!start.data?.inside || !socket) return <LoadingState />
  const portal: Portal = {
    client,
    ...start.data.inside,
    hasAccount: caller.kind === 'session',
    socket,
    refresh: () => void start.refetch(),
    signOut: onSignOut,
  }
  return (
    <QueryClientProvider client={queries}>
      <PortalContext value={portal}>
        <PortalFrame
          onSwitch={(next) =>
            onSwitch(caller.kind === 'key' ? { ...caller, userId: next! } : { ...caller, userId: next })
          }
        />
      </PortalContext>
    </QueryClientProvider>
  )
}

function usePortalSocket(caller: TelephonyCaller, userId: string | undefined): PortalSocket | undefined {
  const [socket, setSocket] = useState<PortalSocket>()
  useEffect(() => {
    if (userId === undefined) return
    const opened = openPortalSocket(caller, userId)
    setSocket(opened)
    return () => opened.close()
  }, [caller, userId])
  return socket
}
