import { randomUUID } from 'node:crypto'
import type { Logger } from '../../../../platform/log.ts'
import { type CallCommand, type CallInput, type CallState, newCall, stepCall } from '../../calls/call-flow.ts'
import type { CalledOutcome } from '../../calls/call-outcomes.ts'
import { type CallerId, type CallRouter, hangUpCauses } from '../../calls/call-plan.ts'
import type { PbxAddress, PbxEvent } from '../pbx.ts'
import { formatAddress } from '../pbx-address.ts'
import type { Ari } from './ari.ts'
import { type AriChannel, addressOfChannel } from './ari-channel.ts'
import type { AriEvent } from './ari-events.ts'
import { CONTEXT, STASIS_APP } from './asterisk-dialplan.ts'
import { createRecordings } from './recordings.ts'

interface RunningCall {
  readonly id: string
  readonly caller: PbxAddress
  state: CallState
  timer: NodeJS.Timeout | undefined
  /** the dial string of each leg that was found */
  readonly dialStrings: Map<string, string>
}

/** A bridge connects channels. Ours has the id of the caller's channel. */
interface AriBridge {
  readonly id: string
  /** `stasis` if an application has created it */
  readonly bridge_class: string
  readonly channels: readonly string[]
}

/** Runs the calls of an Asterisk: events become inputs of the state machine, its commands requests. */
export function createCallRunner(ari: Ari, router: CallRouter, log: Logger, tell: (event: PbxEvent) => void) {
  /** by the channel of the caller */
  const calls = new Map<string, RunningCall>()
  const recordings = createRecordings(ari, tell)
  /** by the channel of a leg */
  const callOfLeg = new Map<string, RunningCall>()

  function feed(call: RunningCall, input: CallInput): void {
    const { state, commands, called } = stepCall(call.state, input)
    const isNew = state.at !== call.state.at
    if (isNew) clearTimeout(call.timer)
    call.state = state
    if (called) tellCalled(call, called.address, called.outcome)
    if (isNew && state.at === 'ended') {
      tell({ kind: 'callEnded', call: call.id, address: call.caller, result: state.result })
    }
    for (const command of commands) {
      run(call, command).catch((error) => {
        // A channel may have gone in the meantime; its own event says so.
        log.debug({ err: error, command: command.do }, 'a command of a call failed')
        if (isEssential(command)) feed(call, { kind: 'failed' })
      })
    }
    if (state.at === 'ended') forget(call)
  }

  const tellCalled = (call: RunningCall, called: PbxAddress, outcome: CalledOutcome) =>
    tell({ kind: 'phoneCalled', call: call.id, address: call.caller, called, outcome })

  function forget(call: RunningCall): void {
    clearTimeout(call.timer)
    calls.delete(call.id)
    void ari.call('DELETE', `bridges/${call.id}`).catch(() => {})
  }

  const end = (channel: string, cause = 16) =>
    void ari.call('DELETE', `channels/${channel}`, { reason_code: cause }).catch(() => {})

  async function plan(call: RunningCall, from: PbxAddress, dialled: string, prefix: string): Promise<void> {
    const name = formatAddress(call.caller)
    const callsOfCaller = [...calls.values()].filter(({ caller }) => formatAddress(caller) === name).length
    const planned = await router({ caller: call.caller, from, dialled, prefix, callsOfCaller })
    feed(call, { kind: 'planned', plan: planned })
  }

  async function run(call: RunningCall, command: CallCommand): Promise<void> {
    switch (command.do) {
      case 'find': {
        const variable = `PJSIP_DIAL_CONTACTS(${formatAddress(command.callee)})`
        const { value } = await ari.call<{ value: string }>('GET', `channels/${call.id}/variable`, {
          variable,
        })
        const found = value.split('&').filter((one) => one !== '')
        call.dialStrings.clear()
        for (const dialString of found) call.dialStrings.set(randomUUID(), dialString)
        return feed(call, { kind: 'found', legs: [...call.dialStrings.keys()] })
      }
      case 'ring': {
        const { plan: ringing, legs } = command
        call.timer = setTimeout(() => feed(call, { kind: 'timeout' }), ringing.seconds * 1000)
        await ari.call('POST', `channels/${call.id}/ring`)
        await Promise.all(legs.map((leg) => createLeg(call, leg)))
        return
      }
      case 'forward':
        return plan(call, command.from, command.to.number, command.to.prefix)
      case 'connect': {
        await ari.call('POST', `channels/${call.id}/answer`)
        await ari.call('POST', `bridges/${call.id}`, { type: 'mixing' })
        await ari.call('POST', `bridges/${call.id}/addChannel`, { channel: `${call.id},${command.leg}` })
        return
      }
      case 'record':
        return recordings.begin(call.id, command.mailbox)
      case 'endLeg':
        return end(command.leg)
      case 'endCaller':
        return end(call.id, command.cause)
    }
  }

  /** Creates the channel of a leg. It can be dialled once it has entered our application. */
  async function createLeg(call: RunningCall, leg: string): Promise<void> {
    callOfLeg.set(leg, call)
    await ari
      .call('POST', 'channels/create', {
        endpoint: call.dialStrings.get(leg)!,
        app: STASIS_APP,
        appArgs: 'leg',
        channelId: leg,
        originator: call.id,
      })
      .catch((error) => giveUp(leg, error))
  }

  async function dial(leg: string, callerId: CallerId): Promise<void> {
    try {
      for (const [part, value] of Object.entries({ name: callerId.name, num: callerId.number })) {
        await ari.call('POST', `channels/${leg}/variable`, { variable: `CONNECTEDLINE(${part},i)`, value })
      }
      // Without naming the caller's channel, which would replace the caller id.
      await ari.call('POST', `channels/${leg}/dial`)
    } catch (error) {
      giveUp(leg, error)
    }
  }

  function giveUp(leg: string, error: unknown): void {
    log.debug({ err: error }, 'a phone could not be called')
    end(leg)
    legEnded(leg, hangUpCauses.absent)
  }

  function legEnded(leg: string, cause: number): void {
    const call = callOfLeg.get(leg)
    if (callOfLeg.delete(leg) && call) feed(call, { kind: 'legEnded', leg, cause })
  }

  function begin(channel: AriChannel): void {
    const caller = addressOfChannel(channel)
    if (!caller) {
      end(channel.id)
      return
    }
    const call = { id: channel.id, caller, state: newCall, timer: undefined, dialStrings: new Map() }
    calls.set(channel.id, call)
    const dialled = channel.dialplan.exten
    tell({ kind: 'callBegan', call: call.id, address: caller, dialled })
    plan(call, caller, dialled, '').catch((error) => {
      log.error({ err: error }, 'a call could not be planned')
      feed(call, { kind: 'failed' })
    })
  }

  function enter(channel: AriChannel, [role]: readonly string[]): void {
    if (role === 'incoming') {
      begin(channel)
      return
    }
    const state = callOfLeg.get(channel.id)?.state
    if (state?.at === 'ringing') void dial(channel.id, state.plan.callerId)
    else end(channel.id)
  }

  /** Both go on talking. If one has hung up in the meantime, so does the other. */
  function adoptTalking({ id, channels: members }: AriBridge, channels: readonly AriChannel[]): void {
    const channel = channels.find((one) => one.id === id)
    const leg = members.find((one) => one !== id)
    const caller = channel && addressOfChannel(channel)
    if (calls.has(id)) return
    if (!caller || !leg || members.length < 2) {
      for (const member of members) end(member)
      if (caller) tell({ kind: 'callEnded', call: id, address: caller, result: 'answered' })
      return
    }
    const call = {
      id,
      caller,
      state: { at: 'talking', leg } as const,
      timer: undefined,
      dialStrings: new Map(),
    }
    calls.set(id, call)
    callOfLeg.set(leg, call)
    const answerer = channels.find((one) => one.id === leg)
    const called = answerer && addressOfChannel(answerer)
    if (called) tellCalled(call, called, 'answered')
  }

  /** The caller goes on with the message. */
  function adoptRecording(channel: AriChannel): void {
    const caller = addressOfChannel(channel)
    if (!caller || calls.has(channel.id)) return
    const state = { at: 'recording', outcome: 'no_answer' } as const
    calls.set(channel.id, { id: channel.id, caller, state, timer: undefined, dialStrings: new Map() })
  }

  /** Calls that have ended while no events came. */
  function endLost(channels: readonly AriChannel[]): void {
    const alive = new Set(channels.map(({ id }) => id))
    for (const call of [...calls.values()]) if (!alive.has(call.id)) feed(call, { kind: 'callerEnded' })
    for (const leg of [...callOfLeg.keys()]) if (!alive.has(leg)) legEnded(leg, hangUpCauses.absent)
    tell({ kind: 'callsInProgress', calls: [...alive] })
  }

  return {
    onEvent(event: AriEvent): void {
      const recorded = recordings.onEvent(event)
      const recording = recorded && calls.get(recorded.call)
      if (recording) feed(recording, recorded.input)
      const channel = event.channel as AriChannel | undefined
      if (!channel) return
      const leg = callOfLeg.get(channel.id)
      if (event.type === 'StasisStart') enter(channel, event.args as readonly string[])
      else if (event.type === 'ChannelStateChange' && channel.state === 'Up' && leg) {
        feed(leg, { kind: 'answered', leg: channel.id })
      } else if (event.type === 'ChannelDestroyed' || event.type === 'StasisEnd') {
        const call = calls.get(channel.id)
        if (call) feed(call, { kind: 'callerEnded' })
        else if (event.type === 'ChannelDestroyed') legEnded(channel.id, Number(event.cause))
      }
    },
    /** A connection has begun. Another process may have left calls behind, some of them in the middle. */
    async adopt(channels: readonly AriChannel[]): Promise<void> {
      endLost(channels)
      const beingRecorded = await recordings.adopt(new Set(channels.map(({ id }) => id)))
      for (const channel of channels) if (beingRecorded.has(channel.id)) adoptRecording(channel)
      const bridges = await ari.call<AriBridge[]>('GET', 'bridges')
      // Others belong to calls of the dialplan, which go on by themselves.
      for (const bridge of bridges) if (bridge.bridge_class === 'stasis') adoptTalking(bridge, channels)
      const bridged = new Set(bridges.flatMap((bridge) => bridge.channels))
      for (const channel of channels) {
        const { app_name: app, app_data: data, exten } = channel.dialplan
        const isOurs = app === 'Stasis' || app === 'AppDial2'
        if (!isOurs || bridged.has(channel.id) || calls.has(channel.id) || callOfLeg.has(channel.id)) continue
        // Callers are sent through the dialplan again. Phones that ring for a lost process are hung up.
        if (!data.endsWith(',incoming')) end(channel.id)
        else {
          const place = { context: CONTEXT, extension: exten, priority: 1 }
          await ari.call('POST', `channels/${channel.id}/continue`, place).catch(() => {})
        }
      }
    },
    stop(): void {
      for (const call of calls.values()) clearTimeout(call.timer)
      calls.clear()
      callOfLeg.clear()
    },
  }
}

/** Without it the call cannot go on, and the caller would wait forever. */
const isEssential = (command: CallCommand) =>
  command.do === 'forward' || command.do === 'find' || command.do === 'record'
