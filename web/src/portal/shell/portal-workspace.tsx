import { useEffect, useMemo, useState } from 'react'
import { ApiFailure } from '../../api/api-failure.ts'
import { createTelephonyClient, type TelephonyCaller } from '../../api/telephony-api.ts'
import { useLoaded } from '../../ui/use-loaded.ts'
import { ErrorState, LoadingState } from '../../ui/view-states.tsx'
import { type Portal, PortalContext } from './portal-context.ts'
import { PortalFrame } from './portal-frame.tsx'
import { openPortalSocket, type PortalSocket } from './portal-socket.ts'

interface PortalWorkspaceProps {
  caller: TelephonyCaller
  onSignOut: () => void
  /** The key is not valid any more, or the user is disabled. */
  onRefused: () => void
  onSwitch: (caller: TelephonyCaller) => void
}

/** Everything behind the sign-in: who acts, the company, and the connection that tells what happens. */
export function PortalWorkspace({ caller, onSignOut, onRefused, onSwitch }: PortalWorkspaceProps) {
  const client = useMemo(() => createTelephonyClient(caller), [caller])
  const start = useLoaded(`${caller.apiKey} ${caller.userId}`, async (signal) => {
    const [company, user, owner] = await Promise.all([
      client.call('GET /system/company', {}, undefined, signal),
      client.call('GET /system/account', {}, undefined, signal),
      createTelephonyClient({ ...caller, userId: 'primary' }).call(
        'GET /system/account',
        {},
        undefined,
        signal,
      ),
    ])
    return { company, user, isOwner: user.id === owner.id }
  })
  const socket = usePortalSocket(caller.apiKey, start.value?.user.id)
  const refused = start.error instanceof ApiFailure && start.error.status === 401
  useEffect(() => {
    if (refused) onRefused()
  }, [refused, onRefused])
  // Who loses access is told so by the socket; whether they really have is asked of the API.
  const { reload } = start
  useEffect(() => socket?.listen(({ name }) => name === 'unauthorized' && reload()), [socket, reload])

  if (start.error !== undefined && !start.value)
    return <ErrorState error={start.error} onRetry={start.reload} />
  if (!start.value || !socket) return <LoadingState />
  const portal: Portal = {
    client,
    ...start.value,
    socket,
    refresh: start.reload,
    signOut: onSignOut,
  }
  return (
    <PortalContext value={portal}>
      <PortalFrame onSwitch={(userId) => onSwitch({ ...caller, userId })} />
    </PortalContext>
  )
}

function usePortalSocket(token: string, userId: string | undefined): PortalSocket | undefined {
  const [socket, setSocket] = useState<PortalSocket>()
  useEffect(() => {
    if (userId === undefined) return
    const opened = openPortalSocket(token, userId)
    setSocket(opened)
    return () => opened.close()
  }, [token, userId])
  return socket
}
