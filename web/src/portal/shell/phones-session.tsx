import { type QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { ApiError } from '../../../../packages/client/src/api-error.ts'
import type { TelephonySocket } from '../../../../packages/client/src/telephony-socket.ts'
import type { ChatOutput } from '../../api/chat-api.ts'
import { createTelephonyClient, type TelephonyCaller } from '../../api/telephony-api.ts'
import { createQueryClient } from '../../ui/query-client.ts'
import { findRights } from './find-rights.ts'
import { type Portal, PortalContext } from './portal-context.ts'
import { portalKeys } from './portal-keys.ts'
import { openPortalSocket } from './portal-socket.ts'
import { useLiveQueries } from './use-live-queries.ts'
import { useUnreadFaxes, useUnreadTexts } from './use-unread.ts'

/** The phones of a signed-in person: who they are there, the connection for events, and what is unread. */
export interface Phones {
  portal: Portal
  queries: QueryClient
  unread: Unread
}

interface Unread {
  texting: number
  faxes: number
}

interface PhonesSessionProps {
  caller: TelephonyCaller
  /** Who the account is among the phone users. An API key has no account. */
  account: ChatOutput<'GET /workspace'> | undefined
  onChange: (phones: Phones | undefined) => void
  onError: (error: unknown, retry: () => void) => void
  /** The key is no longer valid, or the user is disabled. */
  onRefused: () => void
}

/** Opens the phones, and keeps what is known about them up to date. Shows nothing: it also runs while the chat is open. */
export function PhonesSession({ caller, account, onChange, onError, onRefused }: PhonesSessionProps) {
  const [queries] = useState(createQueryClient)
  const client = useMemo(() => createTelephonyClient(caller), [caller])
  const { data, error, refetch } = useQuery(
    {
      queryKey: portalKeys.account,
      queryFn: async ({ signal }) => {
        const [company, user] = await Promise.all([
          client.call('GET /system/company', {}, undefined, { signal }),
          client.call('GET /system/account', {}, undefined, { signal }),
        ])
        return { company, user, ...(await findRights(caller, account, user.id, signal)) }
      },
    },
    queries,
  )
  const userId = data?.user.id
  const socket = usePortalSocket(caller, userId)
  useLiveQueries(queries, socket, userId)
  const refused = error instanceof ApiError && error.status === 401
  useEffect(() => {
    if (refused) onRefused()
    else if (error !== null && !data) onError(error, () => void refetch())
  }, [refused, error, data, onRefused, onError, refetch])

  const portal = useMemo<Portal | undefined>(
    () => data && socket && { client, ...data, socket, refresh: () => void refetch() },
    [client, data, socket, refetch],
  )
  useEffect(() => {
    if (!portal) onChange(undefined)
  }, [portal, onChange])
  if (!portal) return null
  return (
    <QueryClientProvider client={queries}>
      <PortalContext value={portal}>
        <OpenPhones portal={portal} queries={queries} onChange={onChange} />
      </PortalContext>
    </QueryClientProvider>
  )
}

type OpenPhonesProps = Pick<Phones, 'portal' | 'queries'> & Pick<PhonesSessionProps, 'onChange'>

function OpenPhones({ portal, queries, onChange }: OpenPhonesProps) {
  const texting = useUnreadTexts()?.total ?? 0
  const faxes = useUnreadFaxes()?.total ?? 0
  useEffect(
    () => onChange({ portal, queries, unread: { texting, faxes } }),
    [portal, queries, texting, faxes, onChange],
  )
  return null
}

function usePortalSocket(caller: TelephonyCaller, userId: string | undefined): TelephonySocket | undefined {
  const [socket, setSocket] = useState<TelephonySocket>()
  useEffect(() => {
    if (userId === undefined) return
    const opened = openPortalSocket(caller, userId)
    setSocket(opened)
    return () => opened.close()
  }, [caller, userId])
  return socket
}
