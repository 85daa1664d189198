import type { Extension } from '@switchboard/client/telephony'
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
import { usePortal } from '../shell/portal-context.ts'
import { linkTo, linkToFiltered } from '../shell/portal-path.ts'
import { conversationTitle } from '../texting-contacts/conversation-title.ts'
import { gapText } from '../trunks/use-trunks.tsx'
import { userName } from '../users/known-users.ts'
import { callerOf, VoicemailPlayer } from '../voicemail/voicemail-player.tsx'
import { NAMED, useAttentionQueries } from './attention-queries.ts'

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

interface Attention {
  /** undefined while it is not known yet */
  items: readonly AttentionItem[] | undefined
  /** Something of it could not be loaded. */
  error: Error | null
  /** Loads again what could not be loaded. */
  retry: () => void
}

/** What somebody should do something about, the most urgent first. */
export function useAttention(): Attention {
  const { mayManage, user } = usePortal()
  const words = p.overview.attention
  const { subscriberOf } = useSubscribers()
  const { found, ...state } = useAttentionQueries(mayManage)
  const { missed, voicemail, texts, faxes, failedTexts, failedFaxes, own } = found
  const { unreachable, emergency, unassigned, unregistered, pending, expired, all } = found
  if (!missed || !voicemail || !own || !texts || !faxes || !failedTexts || !failedFaxes)
    return { items: undefined, ...state }
  if (mayManage && !(emergency && unreachable && unassigned && unregistered && pending && expired && all))
    return { items: undefined, ...state }
  const gaps = emergency?.missing ?? []
  const silent = own.filter((one) => subscriberOf(one).state === 'UNAUTHENTICATED')
  const hasNone = own.length === 0 && all?.total !== 0
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
      ...{ key: 'no-own-extension', icon: <Phone />, look: 'warning', named: [] },
      ...{ count: hasNone ? 1 : 0, title: words.noOwnExtension },
      hint: mayManage ? words.assignOwnExtension : words.askForExtension,
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
  return { items: items.filter(({ count }) => count > 0), ...state }
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
