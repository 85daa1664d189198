import type { Logger } from '../../../../../platform/logging/log.ts'
import { isExternal } from '../../call-party.ts'
import type { CallState } from '../../flow/call-state.ts'
import { mayChangeRecording } from '../../flow/may-change-recording.ts'
import type { RecordingRules } from '../../flow/recording-rules.ts'
import type { CallParty, PbxAddress, PbxEvent } from '../../pbx.ts'
import { formatAddress, parseAddress } from '../../pbx-address.ts'
import { type Ari, ignoreMissing } from '../ari/ari.ts'
import { type AriChannel, partyOfChannel } from '../ari/ari-channel.ts'
import type { AriEvent } from '../ari/ari-events.ts'
import { readVariable, writeVariable } from '../ari/channel-variable.ts'
import { type AriRecording, listStored } from '../ari/list-stored.ts'
import { storedRecording } from '../ari/stored-recording.ts'
import { STASIS_APP } from '../asterisk-dialplan.ts'
import type { RecordingNotices } from './recording-notices.ts'
import type { RunningCall, RunningCalls } from './running-calls.ts'

/** What fits into one answer of Asterisk. */
const MAX_SECONDS = 3600
/** What somebody presses to begin or end a recording. */
const CODE = '*1'
/** Between its keys. Later ones belong to something else, such as the menu of a bank. */
const MAX_BETWEEN_KEYS_MS = 3000
/** Any server can ask the one that runs the calls, by way of Asterisk. */
const REQUESTS = { true: 'switchboard-record', false: 'switchboard-pause' } as const
/** A channel has this variable until its request is done: a process that takes the call over finds it there. */
const VARIABLE = 'SWITCHBOARD_RECORDING'

export type FindRecordingRules = (caller: CallParty, callee: CallParty) => Promise<RecordingRules>

export interface CallRecordingsUse {
  readonly ari: Ari
  readonly running: RunningCalls
  readonly findRules: FindRecordingRules
  readonly notices: RecordingNotices
  readonly log: Logger
  tell(event: PbxEvent): void
}

type Side = 'caller' | 'callee'

interface Recording {
  /** Asterisk's, which says whose it is */
  readonly name: string
  readonly rules: RecordingRules
  readonly parties: Readonly<Record<Side, CallParty>>
  isRunning: boolean
  /** Asterisk has the file open, perhaps paused. It closes the file when a call is parked. */
  isOpen: boolean
  /** how long the file was when Asterisk closed it; undefined: it never did */
  closedAt: number | undefined
  /** Nothing more fits into it. */
  hasEnded: boolean
  /** Somebody has paused it, which a transfer does not undo. */
  isPausedByHand: boolean
  /** These two have been told. */
  isAnnounced: boolean
  /** Changes wait for each other: what is said before a recording takes time. */
  changing: Promise<void>
}

/** Asks the server that runs the call. If none does at this moment, the next one finds the request at the channel. */
export async function requestRecording(ari: Ari, call: string, isOn: boolean): Promise<void> {
  const request = REQUESTS[`${isOn}`]
  await writeVariable(ari, call, VARIABLE, request)
  const source = { application: STASIS_APP, source: `channel:${call}` }
  await ari.call('POST', `events/user/${request}`, source).catch(ignoreMissing)
}

/** Recordings of calls, one for each call. Asterisk keeps it until it is stored, under a name that says whose it is. */
export function createCallRecordings({ ari, running, findRules, notices, log, tell }: CallRecordingsUse) {
  /** by the id of the call */
  const recordings = new Map<string, Recording>()
  let lastClosed = ''
  /** the digit that a channel has sent last */
  const digits = new Map<string, { digit: string; at: number }>()

  /** A recording that ends is only interrupted, so that the call has one file. */
  function set(call: RunningCall, recording: Recording, isOn: boolean): Promise<void> {
    const changed = recording.changing.then(() => change(call, recording, isOn))
    recording.changing = changed.catch(() => {})
    return changed
  }

  async function change(call: RunningCall, recording: Recording, isOn: boolean): Promise<void> {
    if (recording.isRunning === isOn || recording.hasEnded) return
    notices.stop(call.id)
    if (isOn) await notices.announce(call.id, recording.rules, !recording.isAnnounced)
    const pausing = `${livePath(recording.name)}/pause`
    if (!isOn) await ari.call('POST', pausing).catch(ignoreMissing)
    else if (!recording.isOpen || !(await resume(pausing))) await open(call, recording)
    recording.isRunning = isOn
    recording.isAnnounced ||= isOn
    if (isOn) notices.repeat(call.id, recording.rules)
  }

  /** False if Asterisk has closed the file in the meantime. */
  const resume = async (pausing: string): Promise<boolean> =>
    (await ari
      .call('DELETE', pausing)
      .then(() => true)
      .catch(ignoreMissing)) ?? false

  async function open({ id }: RunningCall, recording: Recording): Promise<void> {
    recording.isOpen = true
    const { name, closedAt = 0 } = recording
    const body = { name, format: 'wav', maxDurationSeconds: MAX_SECONDS - closedAt, ifExists: 'append' }
    await ari.call('POST', `bridges/${id}/record`, body).catch((error) => {
      recording.isOpen = false
      throw error
    })
  }

  /** Asterisk has closed the file, which is stored when the call has ended. It says so twice. */
  function closed({ recording: event, timestamp }: AriEvent): void {
    const { name, duration: seconds = 0 } = event as AriRecording
    if (lastClosed === `${name} ${timestamp}`) return
    lastClosed = `${name} ${timestamp}`
    const call = running.byCaller.get(readName(name)?.call ?? '')
    const recording = call && recordings.get(call.id)
    if (!call || recording?.name !== name) {
      report(name)
      return
    }
    recording.isOpen = false
    recording.closedAt = (recording.closedAt ?? 0) + seconds
    // A bridge that everybody has left closes the file, too. This may be known before the pause that led to it is done.
    const isFull = recording.isRunning && call.state.at === 'talking'
    recording.hasEnded = isFull || recording.closedAt >= MAX_SECONDS
    recording.isRunning = false
    notices.stop(call.id)
    if (recording.hasEnded) tellState(call, recording)
  }

  /** Tells both phones. `isNew`: those that have nothing to show are not told. */
  function tellState({ id: call }: RunningCall, recording: Recording, isNew = false): void {
    for (const side of ['caller', 'callee'] as const) {
      const address = recording.parties[side]
      const { isRunning: isRecording, hasEnded } = recording
      const canChange = !hasEnded && mayChangeRecording(recording.rules, side, isRecording)
      if (isExternal(address) || (isNew && !isRecording && !canChange)) continue
      tell({ kind: 'recordingState', call, address, isRecording, canChange, hasEnded })
    }
  }

  function report(name: string): void {
    const found = readName(name)
    if (!found) return
    tell({
      kind: 'callRecorded',
      ...found,
      ...storedRecording(ari, name),
    })
  }

  async function toggle(channel: string): Promise<void> {
    const call = running.byCaller.get(channel) ?? running.byLeg.get(channel)
    const recording = call && recordings.get(call.id)
    if (call?.state.at !== 'talking' || !recording) return
    const side = call.id === channel ? 'caller' : 'callee'
    if (!mayChangeRecording(recording.rules, side, recording.isRunning)) return
    await setByHand(call, recording, !recording.isRunning)
  }

  async function setByHand(call: RunningCall, recording: Recording, isOn: boolean): Promise<void> {
    await set(call, recording, isOn)
    recording.isPausedByHand = !isOn
    tellState(call, recording)
  }

  /** The server that asks has checked who may. */
  async function onRequest(channel: string, isOn: boolean): Promise<void> {
    const call = running.byCaller.get(channel)
    const recording = call && recordings.get(call.id)
    if (call?.state.at !== 'talking' || !recording) return
    await setByHand(call, recording, isOn)
    await writeVariable(ari, call.id, VARIABLE, '')
  }

  /** Who talks, by whose settings it is recorded; undefined: no phone of ours. */
  async function partiesOf(call: RunningCall, leg: string) {
    const callee = partyOfChannel(await ari.call<AriChannel>('GET', `channels/${leg}`))
    const own = [call.caller, callee].find((party) => party && !isExternal(party)) as PbxAddress | undefined
    if (!callee || !own) return undefined
    const rules = await findRules(call.caller, callee)
    return { name: `call-${call.id}-${formatAddress(own)}`, rules, parties: { caller: call.caller, callee } }
  }

  /** After a restart, calls go on as they were. */
  async function restore(call: RunningCall, leg: string): Promise<void> {
    const found = await partiesOf(call, leg)
    if (!found || recordings.has(call.id)) return
    const live = await ari.call<{ state: string }>('GET', livePath(found.name)).catch(ignoreMissing)
    const isRunning = live?.state === 'recording'
    const isStored = !live && (await listStored(ari)).some(({ name }) => name === found.name)
    const recording = {
      ...newRecording(found),
      isRunning,
      isOpen: live !== undefined,
      closedAt: isStored ? MAX_SECONDS : undefined,
      hasEnded: isStored,
      isPausedByHand: live?.state === 'paused',
      isAnnounced: live !== undefined,
    }
    recordings.set(call.id, recording)
    if (isRunning) notices.repeat(call.id, found.rules)
    if (isStored) tellState(call, recording)
    const request = await readVariable(ari, call.id, VARIABLE)
    if (request) await onRequest(call.id, request === REQUESTS.true)
  }

  const warn = (error: unknown) => log.warn({ err: error }, 'a call could not be recorded')

  return {
    /** Two phones have been connected. After a transfer, the settings of the new one count. */
    async connected(call: RunningCall, leg: string): Promise<void> {
      const found = await partiesOf(call, leg)
      if (!found) return
      const former = recordings.get(call.id)
      await former?.changing
      const recording = { ...newRecording(found), ...(former && goingOn(former)) }
      recordings.set(call.id, recording)
      await set(call, recording, found.rules.always && !recording.isPausedByHand).catch(warn)
      tellState(call, recording, !former)
    },
    /** After each step of a call: the one who stays is not recorded while other phones ring. */
    noteStep(call: RunningCall, before: CallState): void {
      const { state } = call
      const goesOn = state.at === 'talking' && before.at === 'talking' && state.leg === before.leg
      const recording = before.at === 'talking' && !goesOn && recordings.get(call.id)
      if (!recording || state.at === 'ended') return
      set(call, recording, false)
        .then(() => tellState(call, recording))
        .catch(warn)
    },
    ended({ id }: RunningCall): void {
      const recording = recordings.get(id)
      recordings.delete(id)
      notices.stop(id)
      if (recording && !recording.isOpen && recording.closedAt !== undefined) report(recording.name)
    },
    onEvent(event: AriEvent): void {
      if (event.type === 'RecordingFinished') closed(event)
      const channel = event.channel as AriChannel | undefined
      if (!channel) return
      if (event.type === 'ChannelDestroyed') digits.delete(channel.id)
      if (event.type === 'ChannelUserevent') {
        const isOn = event.eventname === REQUESTS.true
        if (isOn || event.eventname === REQUESTS.false) onRequest(channel.id, isOn).catch(warn)
      }
      if (event.type !== 'ChannelDtmfReceived') return
      const [digit, at] = [String(event.digit), Date.parse(String(event.timestamp))]
      const last = digits.get(channel.id)
      const isInTime = last !== undefined && at - last.at <= MAX_BETWEEN_KEYS_MS
      if (isInTime && `${last.digit}${digit}` === CODE) toggle(channel.id).catch(warn)
      digits.set(channel.id, { digit, at })
    },
    /** Reports recordings that another process has left, and goes on with those of calls. */
    async adopt(channels: ReadonlySet<string>): Promise<void> {
      for (const call of running.byCaller.values()) {
        if (call.state.at === 'talking') await restore(call, call.state.leg).catch(warn)
      }
      for (const { name } of await listStored(ari)) {
        const found = readName(name)
        if (found && !channels.has(found.call)) report(name)
      }
    },
  }
}

type FoundRecording = Pick<Recording, 'name' | 'rules' | 'parties'>

const newRecording = (found: FoundRecording): Recording => ({
  ...found,
  isRunning: false,
  isOpen: false,
  closedAt: undefined,
  hasEnded: false,
  isPausedByHand: false,
  isAnnounced: false,
  changing: Promise.resolve(),
})

/** What stays when others talk: a call has one file. */
const goingOn = ({ name, isRunning, isOpen, closedAt, hasEnded, isPausedByHand }: Recording) => ({
  ...{ name, isRunning, isOpen, closedAt, hasEnded, isPausedByHand },
})

const livePath = (name: string) => `recordings/live/${encodeURIComponent(name)}`

/** `call-1794912345.6-1001@a.test` */
function readName(name: string): { call: string; address: PbxAddress } | undefined {
  const [, call, caller] = /^call-([\w.-]+)-(\d+@[^@]+)$/.exec(name) ?? []
  const address = parseAddress(caller)
  return call !== undefined && address ? { call, address } : undefined
}

export type CallRecordings = ReturnType<typeof createCallRecordings>
