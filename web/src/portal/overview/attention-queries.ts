import type { Contact, Extension } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import { loadSome } from '../numbers/load-extensions.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { useMissedCalls, useNewVoicemail, useUnreadFaxes, useUnreadTexts } from '../shell/use-unread.ts'
import { useEmergency } from '../trunks/use-trunks.tsx'

/** How many of each are named. The rest is counted. */
export const NAMED = 3

/** Older failures are history. */
const RECENT_MS = 7 * 86_400_000

const MAX_FAXES = 50

/** Everything that may need attention: what was found, the first error, and how to load again what failed. */
export function useAttentionQueries(mayManage: boolean) {
  const queries = {
    missed: useMissedCalls(),
    voicemail: useNewVoicemail(),
    texts: useUnreadTexts(),
    faxes: useUnreadFaxes(),
    failedTexts: useFailedTexts(),
    failedFaxes: useFailedFaxes(),
    own: useOwnExtensions(),
    unreachable: useUnreachableInstances(mayManage),
    emergency: useEmergency(mayManage),
    unassigned: useExtensionsThatAre('unassigned', mayManage),
    unregistered: useExtensionsThatAre('unregistered', mayManage),
    pending: useInvited('pending', mayManage),
    expired: useInvited('expired', mayManage),
    all: useExtensionsThatAre(undefined, mayManage),
  }
  const failed = Object.values(queries).filter(({ error }) => error !== null)
  return {
    found: dataOf(queries),
    error: failed[0]?.error ?? null,
    retry: () => void failed.map(({ refetch }) => refetch()),
  }
}

const dataOf = <Queries extends Record<string, { data: unknown }>>(queries: Queries) =>
  Object.fromEntries(Object.entries(queries).map(([name, { data }]) => [name, data])) as {
    [Name in keyof Queries]: Queries[Name]['data']
  }

/** Conversations whose last text did not arrive. The next one that is sent or received settles it. */
function useFailedTexts() {
  const { client } = usePortal()
  return useQuery({
    queryKey: portalKeys.conversations.failed,
    queryFn: ({ signal }) =>
      client.page('GET /texting/v2/conversations', { filter_by: 'failed', per_page: NAMED }, { signal }),
  })
}

function useFailedFaxes() {
  const { client } = usePortal()
  return useQuery({
    queryKey: portalKeys.faxes.failed,
    queryFn: async ({ signal }) => {
      const { items } = await client.page(
        'GET /fax/messages',
        { direction: 'outbound', status: 'failed', page_size: MAX_FAXES },
        { signal },
      )
      const recent = items.filter((fax) => Date.parse(fax.created_at) > Date.now() - RECENT_MS)
      return { items: recent.slice(0, NAMED), total: recent.length }
    },
  })
}

/** Of all instances of the company. */
function useExtensionsThatAre(filter: 'unassigned' | 'unregistered' | undefined, enabled: boolean) {
  const { client } = usePortal()
  return useQuery({
    enabled,
    queryKey: portalKeys.extensions.counted(filter ?? 'all'),
    queryFn: async ({ signal }) => {
      const instances = await client.call('GET /instances', {}, undefined, { signal })
      const found: { items: Extension[]; total: number } = { items: [], total: 0 }
      for (const { uuid } of instances) {
        const page = await loadSome(
          client,
          uuid,
          { ...(filter && { filter_by: filter }), page_size: NAMED },
          signal,
        )
        found.items.push(...page.items.slice(0, NAMED - found.items.length))
        found.total += page.total
      }
      return found
    },
  })
}

export function useOwnExtensions() {
  const { client, user } = usePortal()
  return useQuery({
    queryKey: portalKeys.extensions.own,
    queryFn: ({ signal }) =>
      client.call('GET /account/{contact_id}/extensions', { contact_id: user.id }, undefined, { signal }),
  })
}

function useInvited(status: 'pending' | 'expired', enabled: boolean) {
  const { client } = usePortal()
  return useQuery({
    enabled,
    queryKey: portalKeys.users.invited(status),
    queryFn: async ({ signal }) => {
      const page = await client.page(
        'GET /system/company/contacts',
        { invitation: status, items_per_page: NAMED },
        { signal },
      )
      // Without matches there is no body.
      return { total: page.total, items: (page.items ?? []) as Contact[] }
    },
  })
}

/** Instances that do not respond. No event says so: asked again every minute. */
function useUnreachableInstances(enabled: boolean) {
  const { client } = usePortal()
  return useQuery({
    enabled,
    refetchInterval: 60_000,
    queryKey: portalKeys.instances.unreachable,
    queryFn: async ({ signal }) => {
      const instances = await client.call('GET /instances', {}, undefined, { signal })
      const checked = await Promise.all(
        instances.map(async (instance) => {
          const input = { instance_uuid: instance.uuid }
          const status = await client.call('GET /instances/{instance_uuid}/status', input, undefined, {
            signal,
          })
          return { instance, ...status }
        }),
      )
      const items = checked.filter(({ reachable }) => !reachable)
      return { items, total: items.length }
    },
  })
}
