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
import { otherParty as otherEnd } from '../calls/other-party.ts'
import { useSubscribers } from '../extensions/subscribers.tsx'
import { otherParty } from '../faxes/fax-parties.ts'
import { loadSome } from '../numbers/load-extensions.ts'
import { usePortal } from '../shell/portal-context.ts'
import { portalKeys } from '../shell/portal-keys.ts'
import { linkTo, linkToFiltered } from '../shell/portal-path.ts'
import { useMissedCalls, useNewVoicemail, useUnreadFaxes, useUnreadTexts } from '../shell/use-unread.ts'
import { conversationTitle } from '../texting-contacts/conversation-title.ts'
import { gapText, useEmergency } from '../trunks/use-trunks.tsx'
import { userName } from '../users/known-users.ts'
import { callerOf, VoicemailPlayer } from '../voicemail/voicemail-player.tsx'

/** How many of each are named. The rest is counted. */
const NAMED = 3

/** Older failures are history. */
const RECENT_MS = 7 * 86_400_000

const MAX_FAXES = 50

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
  named: readonly { key: string; text: string; link: Link; player?: ReactNode }[]
}

/** What somebody should do something about, the most urgent first. Undefined while it is not known yet. */
export function useAttention(): readonly AttentionItem[] | undefined {
  const { mayManage, user } = usePortal()
  const words = p.overview.attention
  const missed = useMissedCalls()
  const voicemail = useNewVoicemail()
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
  const own = useOwnExtensions().data
  const { subscriberOf } = useSubscribers()
  if (!missed || !voicemail || !own || !texts || !faxes || !failedTexts || !failedFaxes) return undefined
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
      ...{ key: 'missed', icon: <PhoneMissed />, look: 'accent' },
      ...{ count: missed.total, title: words.missedCalls(missed.total) },
      link: linkTo('calls'),
      named: missed.items.map((call) => ({
        key: call.id,
        text: otherEnd(call, user.id).name,
        link: linkTo('calls'),
      })),
    },
    {
      ...{ key: 'voicemail', icon: <Voicemail />, look: 'accent' },
      ...{ count: voicemail.total, title: words.newVoicemail(voicemail.total) },
      link: linkTo('voicemail'),
      named: voicemail.items.map((message) => ({
        key: message.id,
        text: callerOf(message),
        link: linkTo('voicemail'),
        player: <VoicemailPlayer message={message} />,
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
