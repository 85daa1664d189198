import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserStatus } from '../../../../packages/client/src/generated/telephony-api.ts'
import { usePortal, usePortalEvents } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { userName } from '../users/user-name.ts'

const PER_PAGE = 50

/** The event has what others see, and not the layers below. */
type Heard = Pick<UserStatus, 'user_id' | 'user_email' | 'status' | 'updated_at'>

/** A page of the statuses, kept up to date by the events. */
export function useUserStatuses(page: number) {
  const { client } = usePortal()
  const [heard, setHeard] = useState<ReadonlyMap<string, Heard>>(new Map())
  const loaded = useQuery({
    queryKey: portalKeys.statuses.page(page),
    queryFn: async ({ signal }) => {
      // Both lists are in the same order, so that the same page has the same people.
      const [statuses, contacts] = await Promise.all([
        client.page('GET /statuses/v2/users', { page, page_size: PER_PAGE }, { signal }),
        client.call('GET /system/company/contacts', { page, items_per_page: PER_PAGE }, undefined, {
          signal,
        }),
      ])
      const names = new Map((contacts ?? []).map((contact) => [contact.id, userName(contact)]))
      return { ...statuses, names }
    },
  })
  usePortalEvents(({ name, payload }) => {
    if (name !== 'user_status_updated') return
    const status = payload as Heard
    setHeard((before) => new Map(before).set(status.user_id, status))
  })
  const statuses = (loaded.data?.items ?? []).map((status) => newer(status, heard.get(status.user_id)))
  return {
    loaded,
    statuses,
    nameOf: ({ user_id: id, user_email: email }: Heard) => loaded.data?.names.get(id) ?? email,
  }
}

/** An event may come before the answer that already has it. */
const newer = (status: Heard, event: Heard | undefined) =>
  event && event.updated_at >= status.updated_at ? event : status
