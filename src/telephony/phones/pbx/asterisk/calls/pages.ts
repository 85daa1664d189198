import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Logger } from '../../../../../platform/logging/log.ts'
import { formatParty, isExternal } from '../../call-party.ts'
import type { CalledOutcome } from '../../flow/call-outcomes.ts'
import { type PagePlan, type PhoneTarget, partyOf } from '../../flow/call-plan.ts'
import type { CallState } from '../../flow/call-state.ts'
import type { CallParty, PbxEvent } from '../../pbx.ts'
import { parseAddress } from '../../pbx-address.ts'
import type { Ari } from '../ari/ari.ts'
import { type AriChannel, partyOfChannel } from '../ari/ari-channel.ts'
import type { AriEvent } from '../ari/ari-events.ts'
import { endChannel } from '../ari/end-channel.ts'
import { STASIS_APP } from '../asterisk-dialplan.ts'
import { phoneHeaders } from '../phone-headers.ts'
import type { FindAtPeers } from '../phones/asterisk-peers.ts'
import type { EndpointsOf } from '../phones/browser-phones.ts'
import { findDialledAt } from '../phones/find-contacts.ts'
import { addRunningCall, type FeedCall, type RunningCall, type RunningCalls } from './running-calls.ts'

/** Phones answer pages automatically, without ringing first. */
const ANSWER_TIMEOUT_MS = 12_000
/** The phones say that somebody is there. */
const TONE = 'tone:880'
const TONE_MS = 250

interface Page {
  readonly call: RunningCall
  readonly plan: PagePlan
  /** the phones that are called or hear, by their channels */
  readonly phones: Map<string, { readonly target: PhoneTarget; hears: boolean }>
  /** All phones have been called. */
  isComplete: boolean
  wasHeard: boolean
  timer: NodeJS.Timeout | undefined
}

export interface PagesUse {
  readonly ari: Ari
  readonly running: RunningCalls
  readonly log: Logger
  readonly feed: FeedCall
  readonly endpointsOf: EndpointsOf
  readonly findAtPeers: FindAtPeers
  tell(event: PbxEvent): void
}

/** The bridge of a page. */
const bridgeOfPage = (call: string) => `page-${call}`

/** The call of a page's bridge; undefined: it is another one. */
export const callOfPage = (bridge: string) =>
  bridge.startsWith(bridgeOfPage('')) ? bridge.slice(bridgeOfPage('').length) : undefined

/** Callers of an Asterisk who are heard at the phones of a paging group. */
export function createPages(use: PagesUse) {
  const { ari, running, log, feed, tell } = use
  /** by the channel of the caller */
  const pages = new Map<string, Page>()
  const pageAt = (channel: string) => [...pages.values()].find(({ phones }) => phones.has(channel))

  function tellOutcome({ call }: Page, target: PhoneTarget, outcome: CalledOutcome): void {
    const { id, caller: address } = call
    tell({ kind: 'phoneCalled', call: id, address, called: partyOf(target), outcome })
  }

  /** One phone of each member. */
  async function findPhone(target: PhoneTarget): Promise<string | undefined> {
    const found =
      (await use.findAtPeers(target.address)) ??
      (await findDialledAt(ari, await use.endpointsOf(target.address)))
    return found[0]
  }

  async function callPhone(page: Page, target: PhoneTarget): Promise<void> {
    const endpoint = await findPhone(target).catch(() => undefined)
    if (pages.get(page.call.id) !== page) return
    if (endpoint === undefined) return tellOutcome(page, target, 'unavailable')
    const channel = randomUUID()
    page.phones.set(channel, { target, hears: false })
    const appArgs = `page,${formatParty(target.address)}`
    await ari
      .call('POST', 'channels/create', { endpoint, app: STASIS_APP, appArgs, channelId: channel })
      .catch((error) => giveUp(page, channel, error))
  }

  /** The channel has entered our application: the phone is called now. */
  async function dial(page: Page, channel: string): Promise<void> {
    const { target } = page.phones.get(channel)!
    const { callerId } = page.plan
    try {
      for (const [variable, value] of [
        ...Object.entries(phoneHeaders(target)).map(
          ([name, text]) => [`PJSIP_HEADER(add,${name})`, text] as const,
        ),
        ['CONNECTEDLINE(name,i)', callerId.name],
        ['CONNECTEDLINE(num,i)', callerId.number],
      ] as const) {
        await ari.call('POST', `channels/${channel}/variable`, { variable, value })
      }
      await ari.call('POST', `channels/${channel}/dial`)
    } catch (error) {
      giveUp(page, channel, error)
    }
  }

  function giveUp(page: Page, channel: string, error: unknown): void {
    log.debug({ err: error }, 'a phone could not be paged')
    endChannel(ari, channel)
    leave(page, channel)
  }

  /** One way, the others are muted: they hear the caller, and are not heard. */
  async function hear(page: Page, channel: string): Promise<void> {
    const phone = page.phones.get(channel)
    if (!phone || phone.hears) return
    phone.hears = true
    tellOutcome(page, phone.target, 'answered')
    const isFirst = !page.wasHeard
    page.wasHeard = true
    const bridge = bridgeOfPage(page.call.id)
    await ari.call('POST', `bridges/${bridge}/addChannel`, { channel, mute: !page.plan.isTwoWay })
    if (isFirst) await playTone(bridge)
  }

  async function playTone(bridge: string): Promise<void> {
    const playback = `${bridge}-tone`
    await ari.call('POST', `bridges/${bridge}/play/${playback}`, { media: TONE })
    await pause(TONE_MS)
    await ari.call('DELETE', `playbacks/${playback}`)
  }

  function leave(page: Page, channel: string): void {
    const phone = page.phones.get(channel)
    page.phones.delete(channel)
    if (phone && !phone.hears) tellOutcome(page, phone.target, 'no_answer')
    settle(page)
  }

  /** Nobody hears the caller any more. */
  function settle(page: Page): void {
    if (page.isComplete && page.phones.size === 0) {
      feed(page.call, { kind: 'pageOver', wasHeard: page.wasHeard })
    }
  }

  function add(call: RunningCall, plan: PagePlan): Page {
    const page = { call, plan, phones: new Map(), isComplete: false, wasHeard: false, timer: undefined }
    pages.set(call.id, page)
    return page
  }

  function end(page: Page): void {
    pages.delete(page.call.id)
    clearTimeout(page.timer)
    for (const [channel, { target, hears }] of page.phones) {
      if (!hears) tellOutcome(page, target, 'cancelled')
      endChannel(ari, channel)
    }
    void ari.call('DELETE', `bridges/${bridgeOfPage(page.call.id)}`).catch(() => {})
  }

  return {
    /** Whether the channel is a phone that is paged. */
    isPaged: (channel: string) => pageAt(channel) !== undefined,
    /** Before the end of a call is told: its phones have their outcomes first. */
    noteStep(call: RunningCall, before: CallState): void {
      const page = before.at === 'paging' && call.state.at !== 'paging' ? pages.get(call.id) : undefined
      if (page) end(page)
    },
    async begin(call: RunningCall, plan: PagePlan): Promise<void> {
      const page = add(call, plan)
      await ari.call('POST', `channels/${call.id}/answer`)
      await ari.call('POST', `bridges/${bridgeOfPage(call.id)}`, { type: 'mixing' })
      await ari.call('POST', `bridges/${bridgeOfPage(call.id)}/addChannel`, { channel: call.id })
      await Promise.all(plan.targets.map((target) => callPhone(page, target)))
      page.isComplete = true
      page.timer = setTimeout(() => {
        for (const [channel, { hears }] of [...page.phones]) if (!hears) endChannel(ari, channel)
      }, ANSWER_TIMEOUT_MS)
      settle(page)
    },
    onEvent(event: AriEvent): void {
      const channel = event.channel as AriChannel | undefined
      const page = channel && pageAt(channel.id)
      if (!page || !channel) return
      if (event.type === 'StasisStart') void dial(page, channel.id)
      else if (event.type === 'ChannelStateChange' && channel.state === 'Up') {
        hear(page, channel.id).catch((error) => giveUp(page, channel.id, error))
      } else if (event.type === 'ChannelDestroyed') leave(page, channel.id)
    },
    /** A page of another process goes on: who hears the caller does so still. */
    adopt(callId: string, members: readonly AriChannel[]): boolean {
      const channel = members.find(({ id }) => id === callId)
      const caller: CallParty | undefined = channel && partyOfChannel(channel)
      if (!caller || isExternal(caller) || members.length < 2) return false
      const state: CallState = { at: 'paging', language: undefined }
      const page = add(addRunningCall(running, callId, caller, state), {
        ...{ kind: 'page', targets: [], busy: [], isTwoWay: false },
        ...{ callerId: { name: '', number: '' }, language: undefined },
      })
      for (const { id, dialplan } of members) {
        const address = parseAddress(/,page,([^,]+)$/.exec(dialplan.app_data)?.[1])
        if (id !== callId && address) page.phones.set(id, { target: { kind: 'phone', address }, hears: true })
      }
      page.isComplete = true
      page.wasHeard = true
      return true
    },
    stop(): void {
      for (const { timer } of pages.values()) clearTimeout(timer)
      pages.clear()
    },
  }
}

export type Pages = ReturnType<typeof createPages>
