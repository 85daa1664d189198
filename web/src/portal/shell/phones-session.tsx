import { ApiError, openTelephonySocket, type TelephonyEvent, type TelephonySocket } from '@switchboard/client'
import {
  type QueryClient,
  QueryClientProvider,
  type QueryKey,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useEffect, useMemo, useState } from 'react'
import { io } from 'socket.io-client'
import type { ChatOutput } from '../../api/chat-api.ts'
import { createTelephonyClient, type TelephonyCaller } from '../../api/telephony-api.ts'
import { createQueryClient, invalidate } from '../../ui/query-client.ts'
import { type Portal, PortalContext, type Role } from './portal-context.ts'
import { portalKeys } from './portal-keys.ts'
import { useMissedCalls, useNewVoicemail, useUnreadFaxes, useUnreadTexts } from './use-unread.ts'

const { account, apiKeys, audit, blocked, calls, carrier, contacts, conversations, extensions, faxes } =
  portalKeys

const { imports, instances, locations, statuses, textingNumbers, trunks, users, voicemail, webhooks } =
  portalKeys

const { callingRules, faxDestinations, queues, retention, routing, speech } = portalKeys

/** The conversations of these are counted again. Other events change no count. */
const countedTexting = new Set([
  'texting.chat.delete',
  'texting.message.new',
  'texting.message.updated',
  'texting.message.delete',
  'texting.message.markAsRead',
])

/** An import causes thousands of events: what they concern is fetched once for all that come within this time. */
const COLLECT_MS = 150

/** The phones of a signed-in person: who they are there, the connection for events, and what is unread. */
export interface Phones {
  portal: Portal
  queries: QueryClient
  unread: Unread
  /** the sum of them */
  unreadTotal: number
}

interface Unread {
  /** missed */
  calls: number
  voicemail: number
  texting: number
  faxes: number
}

interface PhonesSessionProps {
  caller: TelephonyCaller
  /** Who the account is among the phone users. An API key has no account. */
  account: ChatOutput<'GET /workspace'> | undefined
  isChatAdmin: boolean
  onChange: (phones: Phones | undefined) => void
  onError: (error: unknown, retry: () => void) => void
  /** The key is no longer valid, or the user is disabled. */
  onRefused: () => void
}

/** Opens the phones, and keeps what is known about them up to date. Shows nothing: it also runs while the chat is open. */
export function PhonesSession(props: PhonesSessionProps) {
  const { caller, account, isChatAdmin, onChange, onError, onRefused } = props
  const ofWorkspace = useQueryClient()
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
  useLiveAuditLog(ofWorkspace, socket)
  const refused = error instanceof ApiError && error.status === 401
  useEffect(() => {
    if (refused) onRefused()
    else if (error !== null && !data) onError(error, () => void refetch())
  }, [refused, error, data, onRefused, onError, refetch])

  const portal = useMemo<Portal | undefined>(
    () => data && socket && { client, ...data, isChatAdmin, socket, refresh: () => void refetch() },
    [client, data, isChatAdmin, socket, refetch],
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
  const calls = useMissedCalls().data?.total ?? 0
  const voicemail = useNewVoicemail().data?.total ?? 0
  const texting = useUnreadTexts().data?.total ?? 0
  const faxes = useUnreadFaxes().data?.total ?? 0
  useEffect(
    () =>
      onChange({
        portal,
        queries,
        unread: { calls, voicemail, texting, faxes },
        unreadTotal: calls + voicemail + texting + faxes,
      }),
    [portal, queries, calls, voicemail, texting, faxes, onChange],
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

/** The events of the company, and which lists to fetch again. */
function openPortalSocket(caller: TelephonyCaller, userId: string): TelephonySocket {
  const { kind: _, ...credentials } = caller
  return openTelephonySocket(io, { ...credentials, server: location.origin, userId, changes: true })
}

/** Fetches what is on the screen again when an event makes it out of date. */
function useLiveQueries(
  queries: QueryClient,
  socket: TelephonySocket | undefined,
  userId: string | undefined,
): void {
  useEffect(() => {
    const stale = new Map<string, QueryKey>()
    let timer: ReturnType<typeof setTimeout> | undefined
    const flush = () => {
      timer = undefined
      const keys = [...stale.values()]
      stale.clear()
      for (const key of keys) void invalidate(queries, key)
    }
    const stop = socket?.listen((event) => {
      for (const key of keysChangedBy(event, userId)) stale.set(JSON.stringify(key), key)
      if (stale.size > 0) timer ??= setTimeout(flush, COLLECT_MS)
    })
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [socket, queries, userId])
}

/** The page of both audit logs belongs to the organization, not to the portal. */
function useLiveAuditLog(queries: QueryClient, socket: TelephonySocket | undefined): void {
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const stop = socket?.listen(({ name }) => {
      if (name === 'changed') timer ??= setTimeout(refetch, COLLECT_MS)
    })
    function refetch() {
      timer = undefined
      void invalidate(queries, audit)
    }
    return () => {
      clearTimeout(timer)
      stop?.()
    }
  }, [socket, queries])
}

type Rights = Pick<
  Portal,
  'role' | 'mayManage' | 'mayEditExtensions' | 'mayActAs' | 'hasAccount' | 'isActing'
>

/** What the caller may do. The server decides again; this is for what the portal offers. */
async function findRights(
  caller: TelephonyCaller,
  phones: ChatOutput<'GET /workspace'> | undefined,
  userId: string,
  signal: AbortSignal,
): Promise<Rights> {
  const isActing = phones !== undefined && phones.phone_user_id !== userId
  const role = phones
    ? isActing
      ? 'user'
      : (phones.phone_role ?? 'user')
    : await roleOfKey(caller, userId, signal)
  return {
    role,
    mayManage: role !== 'user',
    mayEditExtensions: caller.kind === 'key' || role !== 'user',
    mayActAs: caller.kind === 'key' || (role === 'owner' && !isActing),
    hasAccount: caller.kind === 'session',
    isActing,
  }
}

/** With a key, the primary user is the owner, and everybody else is not. */
async function roleOfKey(caller: TelephonyCaller, userId: string, signal: AbortSignal): Promise<Role> {
  const owner = await createTelephonyClient({ ...caller, userId: 'primary' }).call(
    'GET /system/account',
    {},
    undefined,
    { signal },
  )
  return owner.id === userId ? 'owner' : 'user'
}

/** What shows objects of a kind: their own list, and others that contain their names. */
const keysOfKind: Record<string, readonly QueryKey[]> = {
  api_key: [apiKeys],
  blocked_number: [blocked.all],
  business_hours: [routing.all, extensions.nexts],
  call: [calls.all],
  call_screening: [blocked.all],
  calling_rules: [callingRules],
  carrier: [carrier],
  company: [account, speech.all],
  conference: [routing.all, extensions.nexts, portalKeys.conferences.all],
  name_directory: [routing.all, extensions.nexts],
  conference_call: [portalKeys.conferences.all],
  parking: [routing.all, extensions.nexts],
  paging: [routing.all, extensions.nexts],
  parked_call: [portalKeys.parking.all],
  contact: [users.all, extensions.all, statuses.all, account],
  extension: [extensions.all, users.all, queues.all, speech.all],
  fax_destination: [faxDestinations],
  device: [portalKeys.devices.all],
  did: [trunks.dids],
  outbound_route: [trunks.routes],
  location: [locations, instances.all, trunks.emergency],
  menu: [routing.all, extensions.nexts],
  queue: [routing.all, queues.all, extensions.nexts],
  queue_call: [queues.all],
  recording_rules: [portalKeys.recordingRules],
  retention: [retention],
  ring_group: [routing.all, extensions.nexts],
  texting_contact: [contacts.all, conversations.lists],
  texting_number: [textingNumbers, conversations.all],
  trunk: [trunks.all],
  voicemail_message: [voicemail.all],
  webhook: [webhooks.all],
}

/** The query keys whose data an event makes out of date. Some views update themselves from the payload instead. */
function keysChangedBy({ name, payload }: TelephonyEvent, userId: string | undefined): readonly QueryKey[] {
  // Everything, because any event may have been missed.
  if (name === 'events.missed') return [[]]
  // Connected, perhaps again. Events of a short interruption follow.
  if (name === 'authenticated')
    return [conversations.all, faxes.all, calls.all, voicemail.all, imports.all, queues.all, users.pages]
  // The API decides whether the user really has lost access.
  if (name === 'unauthorized') return [account]
  if (name === 'changed') {
    const { kind } = payload as { kind: string }
    return [audit, ...(keysOfKind[kind] ?? [])]
  }
  if (name === 'import.updated') return [imports.all]
  if (name === 'call.ended' || name === 'call.recording.updated') return [calls.all]
  if (name === 'queue.updated') return [queues.all]
  if (name === 'call.seen.updated') return [calls.missed]
  if (name.startsWith('voicemail.')) return [voicemail.all]
  if (name.startsWith('fax.')) return [faxes.all]
  if (countedTexting.has(name)) return [conversations.unread, conversations.failed]
  if (name === 'user_status_updated' && (payload as { user_id?: unknown }).user_id === userId)
    return [statuses.own]
  return []
}
