import type { Contact, Extension } from '@switchboard/client/telephony'
import { useQuery } from '@tanstack/react-query'
import {
  MailQuestion,
  MailWarning,
  MessageSquareText,
  MessageSquareX,
  Phone,
  PhoneMissed,
  PhoneOff,
  Printer,
  PrinterX,
  ServerOff,
  Siren,
  UserRoundX,
  Voicemail,
} from 'lucide-react'
import type { MouseEvent, ReactNode } from 'react'
import { isMissing } from '../../api/server-mode.ts'
import { p } from '../../texts/portal-texts.ts'
import { showNumber } from '../../ui/show-number.ts'
import { loadSome } from '../extension-form/load-extensions.ts'
import { useSubscribers } from '../extensions/subscribers.tsx'
import { otherParty } from '../faxes/fax-parties.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { linkTo, linkToFiltered } from '../shell/portal-path.ts'
import { useUnreadFaxes, useUnreadTexts } from '../shell/use-unread.ts'
import { conversationTitle } from '../texting-contacts/conversation-title.ts'
import { gapText, useEmergency } from '../trunks/use-trunks.tsx'
import { userName } from '../users/known-users.ts'

/** How many of each are named. The rest is counted. */
const NAMED = 3

/** Older failures are history. */
const RECENT_MS = 7 * 86_400_000

const MAX_FAXES = 50

/** Missed calls are older news sooner. */
const MISSED_MS = 86_400_000

const MAX_CALLS = 100

interface Link {
  href: string
  onClick: (event: MouseEvent) => void
}

interface AttentionItem {
  key: string
  icon: ReactNode
  look: 'accent' | 'danger' | 'warning' | 'plain'
  title: string
  /** what to do about it */
  hint?: string
  count: number
  /** to all of them */
  link: Link
  named: readonly { key: string; text: string; link: Link }[]
}

/** What somebody should do something about, the most urgent first. Undefined while it is not known yet. */
export function useAttention(): readonly AttentionItem[] | undefined {
  const { mayManage } = usePortal()
  const words = p.overview.attention
  const texts = useUnreadTexts()
  const faxes = useUnreadFaxes()
  const failedTexts = useFailedTexts().data
  const failedFaxes = useFailedFaxes().data
  const unreachable = useUnreachableInstances(mayManage).data
  const emergency = useEmergency(mayManage).data
  const unassigned = useExtensionsThatAre('unassigned', mayManage).data
  const unregistered = useExtensionsThatAre('unregistered', mayManage).data
  const pending = useInvited('pending', mayManage).data
  const expired = useInvited('expired', mayManage).data
  const all = useExtensionsThatAre(undefined, mayManage).data
  const voicemail = useNewVoicemail().data
  const own = useOwnExtensions().data
  const missed = useMissedCalls(own).data
  const { subscriberOf } = useSubscribers()
  if (!texts || !faxes || !failedTexts || !failedFaxes || !voicemail || !own || !missed) return undefined
  if (mayManage && !(emergency && unreachable && unassigned && unregistered && pending && expired && all))
    return undefined
  const gaps = emergency?.missing ?? []
  const silent = mayManage ? [] : own.filter((one) => subscriberOf(one).state === 'UNAUTHENTICATED')
  const items: AttentionItem[] = [
    {
      ...{ key: 'instances', icon: <ServerOff />, look: 'danger' },
      ...{ count: unreachable?.total ?? 0, title: words.unreachable(unreachable?.total ?? 0) },
      link: linkTo('instances'),
      named: (unreachable?.items ?? []).map(({ instance, detail }) => ({
        key: instance.uuid,
        text: `${instance.hostname}: ${detail}`,
        link: linkTo('instances', instance.uuid),
      })),
    },
    {
      ...{ key: 'sip', icon: <ServerOff />, look: 'danger', named: [] },
      ...{ count: isMissing('sip') ? 1 : 0, title: p.overview.noSip, hint: p.overview.noSipHint },
      link: linkTo('instances'),
    },
    {
      ...{ key: 'emergency', icon: <Siren />, look: emergency?.applies ? 'danger' : 'warning' },
      ...{ count: gaps.length, title: words.emergency(gaps.length) },
      link: linkTo('trunks'),
      named: gaps.slice(0, 3).map((gap) => ({
        key: `${gap.what} ${gap.location_id}`,
        text: gapText(gap),
        link: linkTo(gap.location_id === null ? 'trunks' : 'locations'),
      })),
    },
    {
      ...{ key: 'failed-texts', icon: <MessageSquareX />, look: 'danger' },
      ...{ count: failedTexts.total, title: words.failedTexts(failedTexts.total) },
      link: linkTo('texting'),
      named: failedTexts.items.map((one) => ({
        key: one.id,
        text: conversationTitle(one),
        link: linkTo('texting', one.id),
      })),
    },
    {
      ...{ key: 'failed-faxes', icon: <PrinterX />, look: 'danger' },
      ...{ count: failedFaxes.total, title: words.failedFaxes(failedFaxes.total) },
      link: linkToFiltered({ status: 'failed' }, 'faxes', 'sent'),
      named: failedFaxes.items.map((fax) => ({
        key: fax.id,
        text: otherParty(fax),
        link: linkTo('faxes', fax.id),
      })),
    },
    {
      ...{ key: 'voicemail', icon: <Voicemail />, look: 'accent' },
      ...{ count: voicemail.total, title: words.voicemail(voicemail.total) },
      link: linkTo('voicemail'),
      named: (voicemail.items ?? []).map(({ id, from, from_name: name }) => ({
        key: id,
        text: name || showNumber(from) || p.voicemail.unknown,
        link: linkTo('voicemail'),
      })),
    },
    {
      ...{ key: 'missed', icon: <PhoneMissed />, look: 'accent' },
      ...{ count: missed.length, title: words.missed(missed.length) },
      link: linkTo('calls'),
      named: missed.slice(0, NAMED).map(({ id, from }) => ({
        key: id,
        text: from.name || showNumber(from.number),
        link: linkTo('calls'),
      })),
    },
    {
      ...{ key: 'own-phones', icon: <PhoneOff />, look: 'warning' },
      ...{ count: silent.length, title: words.ownPhones(silent.length) },
      link: linkTo('extensions'),
      named: silent.slice(0, NAMED).map(extensionLink),
    },
    {
      ...{ key: 'no-extensions', icon: <Phone />, look: 'warning', named: [] },
      ...{ count: all?.total === 0 ? 1 : 0, title: words.noExtensions },
      link: linkTo('extensions'),
    },
    {
      ...{ key: 'texts', icon: <MessageSquareText />, look: 'accent' },
      ...{ count: texts.total, title: words.unreadTexts(texts.total) },
      link: linkTo('texting'),
      named: texts.items.map((one) => ({
        key: one.id,
        text: conversationTitle(one),
        link: linkTo('texting', one.id),
      })),
    },
    {
      ...{ key: 'faxes', icon: <Printer />, look: 'accent' },
      ...{ count: faxes.total, title: words.unreadFaxes(faxes.total) },
      link: linkTo('faxes'),
      named: faxes.items.map((fax) => ({
        key: fax.id,
        text: otherParty(fax),
        link: linkTo('faxes', fax.id),
      })),
    },
    {
      ...{ key: 'expired', icon: <MailWarning />, look: 'warning' },
      ...{ count: expired?.total ?? 0, title: words.expired(expired?.total ?? 0) },
      link: linkToFiltered({ invitation: 'expired' }, 'users'),
      named: (expired?.items ?? []).map(userLink),
    },
    {
      ...{ key: 'unassigned', icon: <UserRoundX />, look: 'warning' },
      ...{ count: unassigned?.total ?? 0, title: words.unassigned(unassigned?.total ?? 0) },
      link: linkToFiltered({ show: 'unassigned' }, 'extensions'),
      named: (unassigned?.items ?? []).map(extensionLink),
    },
    {
      ...{ key: 'unregistered', icon: <PhoneOff />, look: 'warning' },
      ...{ count: unregistered?.total ?? 0, title: words.unregistered(unregistered?.total ?? 0) },
      link: linkToFiltered({ show: 'unregistered' }, 'extensions'),
      named: (unregistered?.items ?? []).map(extensionLink),
    },
    {
      ...{ key: 'pending', icon: <MailQuestion />, look: 'plain' },
      ...{ count: pending?.total ?? 0, title: words.pending(pending?.total ?? 0) },
      link: linkToFiltered({ invitation: 'pending' }, 'users'),
      named: (pending?.items ?? []).map(userLink),
    },
  ]
  return items.filter(({ count }) => count > 0)
}

const userLink = (user: { id: string; first_name: string; last_name: string }) => ({
  key: user.id,
  text: userName(user),
  link: linkTo('users', user.id),
})

const extensionLink = ({ _id, pbx, data }: Extension) => ({
  key: _id,
  text: `${data.id} ${data.name}`,
  link: linkTo('extensions', pbx, _id),
})

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

/** Messages of callers that nobody has heard. */
function useNewVoicemail() {
  const { client } = usePortal()
  return useQuery({
    queryKey: [...portalKeys.voicemail, 'new'],
    queryFn: ({ signal }) =>
      client.page('GET /voicemail/messages', { is_read: false, page_size: NAMED }, { signal }),
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

/** Calls of the last day to the acting user that nobody picked up. */
function useMissedCalls(own: readonly Extension[] | undefined) {
  const { client } = usePortal()
  const numbers = own?.map(({ data }) => String(data.id)) ?? []
  return useQuery({
    enabled: own !== undefined,
    queryKey: [...portalKeys.calls, 'missed', ...numbers],
    queryFn: async ({ signal }) => {
      const since = new Date(Date.now() - MISSED_MS).toISOString()
      const query = { result: 'no_answer', from: since, page_size: MAX_CALLS } as const
      const { items } = await client.page('GET /cdrs', query, { signal })
      return (items ?? []).filter(({ to }) => numbers.includes(to))
    },
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
