import type { Logger } from '../../../../../platform/logging/log.ts'
import { formatParty, isExternal } from '../../call-party.ts'
import { stepCall } from '../../flow/call-flow.ts'
import type { MailboxOpening } from '../../flow/call-plan.ts'
import {
  type CallRequest,
  type CallRouter,
  type MessageReference,
  type PickupPlan,
  type PromptReference,
  partyOf,
} from '../../flow/call-plan.ts'
import { type CallCommand, type CallInput, newCall } from '../../flow/call-state.ts'
import type { ExternalParty, OutgoingCalls, PbxAddress, PbxEvent } from '../../pbx.ts'
import { type Ari, AriRefusal } from '../ari/ari.ts'
import { type AriChannel, partyOfChannel, TRUNK_VARIABLE } from '../ari/ari-channel.ts'
import type { AriEvent } from '../ari/ari-events.ts'
import { endChannel } from '../ari/end-channel.ts'
import type { FindAtPeers } from '../phones/asterisk-peers.ts'
import type { EndpointsOf } from '../phones/browser-phones.ts'
import type { TransferSupport } from '../phones/transfer-support.ts'
import { adoptCalls } from './adopt-calls.ts'
import { answerFaxCall } from './answer-fax-call.ts'
import { createCallLegs } from './call-legs.ts'
import { createCallRecordings, type FindRecordingRules } from './call-recordings.ts'
import { createCallSounds } from './call-sounds.ts'
import { findRinging } from './find-ringing.ts'
import { createHeldCalls } from './held-calls.ts'
import { createLegQuestions } from './leg-questions.ts'
import { createMessageSounds } from './message-sounds.ts'
import { createOutgoingLegs } from './outgoing-legs.ts'
import { createPlaybacks } from './playbacks.ts'
import { createRecordings } from './recordings.ts'
import { addRunningCall, createRunningCalls, type RunningCall } from './running-calls.ts'
import { createTransfers } from './transfers.ts'

/** The new messages of a mailbox, oldest first; undefined if the PIN is wrong. Without a PIN, none is checked. */
export type OpenMailbox = (opening: MailboxOpening) => Promise<readonly MessageReference[] | undefined>

export interface CallRunnerUse {
  readonly ari: Ari
  readonly router: CallRouter
  /** where Asterisk fetches a prompt */
  promptUrl(prompt: PromptReference): string
  /** where Asterisk fetches a message, for a few minutes */
  messageUrl(message: MessageReference): string
  readonly openMailbox: OpenMailbox
  readonly endpointsOf: EndpointsOf
  readonly findAtPeers: FindAtPeers
  readonly findRecordingRules: FindRecordingRules
  readonly transferSupport: TransferSupport
  readonly outgoing: OutgoingCalls
  /** The trunk that a call from a provider belongs to, by the trunk of its endpoint and the dialled number. */
  findTrunkOfCall(trunk: string, dialled: string): Promise<string>
  readonly log: Logger
  tell(event: PbxEvent): void
}

/** Runs the calls of an Asterisk: events become inputs of the state machine, its commands requests. */
export function createCallRunner(use: CallRunnerUse) {
  const { ari, router, promptUrl, messageUrl, openMailbox, endpointsOf, findAtPeers, log, tell } = use
  const { transferSupport } = use
  const running = createRunningCalls()
  /** Another process may have the calls now. */
  let isStopped = false
  const playbacks = createPlaybacks(ari)
  const messageSounds = createMessageSounds(ari, messageUrl)
  const sounds = createCallSounds(ari, playbacks, promptUrl, messageSounds)
  const recordings = createRecordings(ari, tell)
  const outgoing = createOutgoingLegs(ari, use.outgoing, tell, log)
  const legs = createCallLegs(ari, running, feed, log, endpointsOf, findAtPeers, transferSupport, outgoing)
  const callRecordings = createCallRecordings({ ari, running, findRules: use.findRecordingRules, log, tell })
  const questions = createLegQuestions(ari)
  const held = createHeldCalls(ari, running)
  const transfers = createTransfers({ ari, running, feed, router, log, tell })

  function feed(call: RunningCall, input: CallInput): void {
    if (isStopped) return
    const { state, commands, called = [] } = stepCall(call.state, input)
    const isNew = state.at !== call.state.at
    if (isNew) clearTimeout(call.timer)
    call.state = state
    const { id, caller: address } = call
    for (const { target, outcome } of called) {
      tell({ kind: 'phoneCalled', call: id, address, called: partyOf(target), outcome })
    }
    if (isNew && state.at === 'ended') tell({ kind: 'callEnded', call: id, address, result: state.result })
    for (const command of commands) {
      run(call, command).catch((error) => {
        // A channel may have gone in the meantime; its own event says so.
        log.debug({ err: error, command: command.do }, 'a call command failed')
        if (isEssential(command)) feed(call, { kind: 'failed' })
      })
    }
    if (state.at === 'ended') forget(call)
  }

  function wait(call: RunningCall, seconds: number): void {
    clearTimeout(call.timer)
    call.timer = setTimeout(() => feed(call, { kind: 'timeout' }), seconds * 1000)
  }

  function forget(call: RunningCall): void {
    clearTimeout(call.timer)
    sounds.forget(call.id)
    running.byCaller.delete(call.id)
    callRecordings.ended(call)
    void ari.call('DELETE', `bridges/${call.id}`).catch(() => {})
  }

  async function plan(
    call: RunningCall,
    from: PbxAddress | undefined,
    dialled: string,
    more: Partial<CallRequest> = {},
  ): Promise<void> {
    const name = formatParty(call.caller)
    const ofCaller = [...running.byCaller.values()].filter(({ caller }) => formatParty(caller) === name)
    const callsOfCaller = ofCaller.length
    const { caller, dialled: did } = call
    const request = { caller, from, dialled, did, prefix: '', callsOfCaller, ...more }
    feed(call, { kind: 'planned', plan: await router(request) })
  }

  async function run(call: RunningCall, command: CallCommand): Promise<void> {
    switch (command.do) {
      case 'find':
        return feed(call, { kind: 'found', legs: await legs.findAll(call, command.targets) })
      case 'ring': {
        wait(call, command.seconds)
        if (command.music !== undefined) await held.playBefore(call.id, command.music)
        // Asterisk does not ring after music, which goes on.
        else if (!held.isWaiting(call.id)) await ari.call('POST', `channels/${call.id}/ring`)
        return legs.createAll(call, command.legs)
      }
      case 'forward': {
        const { from, to, extensionOnly } = command
        return plan(call, from, to.number, { prefix: to.prefix, extensionOnly, isForwarded: true })
      }
      case 'play': {
        await held.stop(call.id)
        const wasPlayed = await sounds.play(call.id, command.sound)
        if (wasPlayed !== undefined) feed(call, { kind: 'played', hasFailed: !wasPlayed })
        return
      }
      case 'stopPlaying':
        return sounds.stop(call.id)
      case 'openMailbox':
        return feed(call, { kind: 'opened', messages: await openMailbox(command) })
      case 'markAsRead':
      case 'deleteMessage':
        return tell({
          kind: 'messageHandled',
          action: command.do === 'markAsRead' ? 'read' : 'deleted',
          call: call.id,
          address: command.mailbox,
          message: command.message.messageId,
        })
      case 'wait':
        return wait(call, command.seconds)
      case 'ask':
        return questions.ask(command.leg)
      case 'connect': {
        await questions.stop(command.leg)
        if (command.isCalling) await ari.call('POST', `channels/${command.leg}/answer`)
        await Promise.all([call.id, command.leg].map(held.stop))
        // A caller who comes from a menu hears the tone of ringing from Asterisk.
        await ari.call('DELETE', `channels/${call.id}/ring`)
        await ari.call('POST', `channels/${call.id}/answer`)
        // Keys are reported only with dtmf_events. Asterisk refuses if the caller was transferred and has a bridge.
        await ari.call('POST', `bridges/${call.id}`, { type: 'mixing,dtmf_events' }).catch(ignoreRefusal)
        await ari.call('POST', `bridges/${call.id}/addChannel`, { channel: `${call.id},${command.leg}` })
        return callRecordings.connected(call, command.leg)
      }
      case 'record':
        await held.stop(call.id)
        return recordings.begin(call.id, command.mailbox)
      case 'receiveFax':
        return answerFaxCall(ari, call.id, command.fax)
      case 'pickUp':
        return pickUp(call, command.plan)
      case 'endLeg':
        return endChannel(ari, command.leg)
      case 'endCaller':
        return endChannel(ari, call.id, command.cause)
    }
  }

  /** Synchronous, so two people cannot pick up the same call. The picker's channel becomes a leg. */
  function pickUp(call: RunningCall, plan: PickupPlan): void {
    const taken = findRinging(running, plan)
    feed(call, { kind: 'pickedUp', hasCall: taken !== undefined })
    if (!taken) return
    running.byLeg.set(call.id, taken)
    feed(taken, { kind: 'taken', leg: { id: call.id, target: { kind: 'phone', address: plan.by } } })
  }

  function begin(channel: AriChannel, dialled: string): void {
    const caller = partyOfChannel(channel)
    if (!caller) {
      endChannel(ari, channel.id)
      return
    }
    const call = addRunningCall(running, channel.id, caller, newCall, dialled)
    if (!isExternal(caller)) tell({ kind: 'callBegan', call: call.id, address: caller, dialled })
    beginPlanning(call, dialled).catch((error) => {
      log.error({ err: error }, 'a call could not be planned')
      feed(call, { kind: 'failed' })
    })
  }

  /** Other companies may have the same provider. The channel remembers whose call it is. */
  async function findOwnTrunk(call: RunningCall, caller: ExternalParty, dialled: string): Promise<void> {
    const trunk = await use.findTrunkOfCall(caller.trunk, dialled)
    if (trunk === caller.trunk) return
    call.caller = { ...caller, trunk }
    await ari.call('POST', `channels/${call.id}/variable`, { variable: TRUNK_VARIABLE, value: trunk })
  }

  async function beginPlanning(call: RunningCall, dialled: string): Promise<void> {
    const { caller } = call
    if (isExternal(caller)) {
      await findOwnTrunk(call, caller, dialled)
      // The caller may have hung up in the meantime.
      if (running.byCaller.get(call.id) !== call) return
      tell({ kind: 'callBegan', call: call.id, address: call.caller, dialled })
      return plan(call, undefined, dialled)
    }
    await transferSupport.enable(call.id)
    return plan(call, caller, dialled)
  }

  return {
    onEvent(event: AriEvent): void {
      playbacks.onEvent(event)
      messageSounds.onEvent(event)
      questions.onEvent(event)
      held.onEvent(event)
      transfers.onEvent(event)
      outgoing.onEvent(event)
      callRecordings.onEvent(event)
      const recorded = recordings.onEvent(event)
      const recording = recorded && running.byCaller.get(recorded.call)
      if (recording) feed(recording, recorded.input)
      if (event.type === 'Dial' && event.dialstatus !== '') legs.noteResponse((event.peer as AriChannel).id)
      const channel = event.channel as AriChannel | undefined
      if (!channel) return
      if (event.type === 'ChannelStateChange') legs.noteResponse(channel.id)
      const leg = running.byLeg.get(channel.id)
      if (event.type === 'StasisStart') {
        const [role, number = ''] = event.args as readonly string[]
        if (role === 'incoming') begin(channel, channel.dialplan.exten)
        else if (role === 'trunk') begin(channel, number)
        else legs.enter(channel.id)
      } else if (event.type === 'ChannelStateChange' && channel.state === 'Up' && leg) {
        feed(leg, { kind: 'answered', leg: channel.id })
      } else if (event.type === 'ChannelDtmfReceived') {
        const call = running.byCaller.get(channel.id)
        const digit = String(event.digit)
        if (call) feed(call, { kind: 'digit', digit })
        else if (leg) feed(leg, { kind: 'pressed', leg: channel.id, digit })
      } else if (event.type === 'ChannelDestroyed' || event.type === 'StasisEnd') {
        const call = running.byCaller.get(channel.id)
        // The dialplan receives faxes.
        if (call?.state.at === 'faxing' && event.type === 'StasisEnd') return
        if (call) feed(call, { kind: 'callerEnded' })
        else if (event.type === 'ChannelDestroyed') legs.ended(channel.id, Number(event.cause))
      }
    },
    /** A connection has begun. */
    async adopt(channels: readonly AriChannel[]): Promise<void> {
      await outgoing.adopt(channels)
      await adoptCalls({ ari, running, legs, recordings, feed, tell }, channels)
      await messageSounds.adopt()
      await callRecordings.adopt(new Set(channels.map(({ id }) => id)))
    },
    stop(): void {
      isStopped = true
      legs.stop()
      outgoing.stop()
      playbacks.forgetAll()
      messageSounds.forgetAll()
      for (const call of running.byCaller.values()) clearTimeout(call.timer)
      running.byCaller.clear()
      running.byLeg.clear()
    },
  }
}

const ignoreRefusal = (error: unknown) => {
  if (!(error instanceof AriRefusal)) throw error
}

/** Without it the call cannot go on, and the caller would wait forever. */
const isEssential = (command: CallCommand) =>
  ['forward', 'find', 'record', 'play', 'openMailbox', 'receiveFax', 'pickUp'].includes(command.do)
