import type { Logger } from '../../../../../platform/logging/log.ts'
import { isExternal } from '../../call-party.ts'
import type { OnDemand, RecordingRules } from '../../flow/call-plan.ts'
import type { CallParty, PbxAddress, PbxEvent } from '../../pbx.ts'
import { formatAddress, parseAddress } from '../../pbx-address.ts'
import type { Ari } from '../ari/ari.ts'
import { type AriChannel, partyOfChannel } from '../ari/ari-channel.ts'
import type { AriEvent } from '../ari/ari-events.ts'
import { listStored } from '../ari/list-stored.ts'
import { storedRecording } from '../ari/stored-recording.ts'
import type { RunningCall, RunningCalls } from './running-calls.ts'

/** What fits into one answer of Asterisk. */
const MAX_SECONDS = 3600
/** What somebody presses to begin or end a recording. */
const CODE = '*1'

export type FindRecordingRules = (caller: CallParty, callee: CallParty) => Promise<RecordingRules>

export interface CallRecordingsUse {
  readonly ari: Ari
  readonly running: RunningCalls
  readonly findRules: FindRecordingRules
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
  hasBegun: boolean
}

/** Recordings of calls, one for each call. Asterisk keeps it until it is stored, under a name that says whose it is. */
export function createCallRecordings({ ari, running, findRules, log, tell }: CallRecordingsUse) {
  /** by the id of the call */
  const recordings = new Map<string, Recording>()
  /** the digit that a channel has sent last */
  const digits = new Map<string, string>()

  /** A recording that ends is only interrupted, so that the call has one file. */
  async function set(call: RunningCall, recording: Recording, isOn: boolean): Promise<void> {
    if (recording.isRunning === isOn) return
    const live = `recordings/live/${encodeURIComponent(recording.name)}/pause`
    const { hasBegun } = recording
    recording.isRunning = isOn
    recording.hasBegun = true
    try {
      if (hasBegun) await ari.call(isOn ? 'DELETE' : 'POST', live)
      else
        await ari.call('POST', `bridges/${call.id}/record`, {
          name: recording.name,
          format: 'wav',
          maxDurationSeconds: MAX_SECONDS,
          ifExists: 'fail',
        })
    } catch (error) {
      recording.isRunning = !isOn
      recording.hasBegun = hasBegun
      throw error
    }
  }

  /** Tells both phones. `isNew`: those that have nothing to show are not told. */
  function tellState(recording: Recording, isNew = false): void {
    for (const side of ['caller', 'callee'] as const) {
      const address = recording.parties[side]
      const { isRunning: isRecording } = recording
      const canChange = mayChange(recording, side)
      if (isExternal(address) || (isNew && !isRecording && !canChange)) continue
      tell({ kind: 'recordingState', address, isRecording, canChange })
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
    if (!mayChange(recording, call.id === channel ? 'caller' : 'callee')) return
    await set(call, recording, !recording.isRunning)
    tellState(recording)
  }

  const warn = (error: unknown) => log.warn({ err: error }, 'a call could not be recorded')

  return {
    /** Two phones have been connected. After a transfer, the settings of the new one count. */
    async connected(call: RunningCall, leg: string): Promise<void> {
      const callee = partyOfChannel(await ari.call<AriChannel>('GET', `channels/${leg}`))
      const own = [call.caller, callee].find((party) => party && !isExternal(party)) as PbxAddress | undefined
      if (!callee || !own) return
      const former = recordings.get(call.id)
      const rules = await findRules(call.caller, callee)
      const recording = {
        name: former?.name ?? `call-${call.id}-${formatAddress(own)}`,
        rules,
        parties: { caller: call.caller, callee },
        isRunning: former?.isRunning ?? false,
        hasBegun: former?.hasBegun ?? false,
      }
      recordings.set(call.id, recording)
      await set(call, recording, rules.always).catch(warn)
      tellState(recording, !former)
    },
    ended: ({ id }: RunningCall): void => void recordings.delete(id),
    onEvent(event: AriEvent): void {
      if (event.type === 'RecordingFinished') report((event.recording as { name: string }).name)
      const channel = event.channel as AriChannel | undefined
      if (!channel) return
      if (event.type === 'ChannelDestroyed') digits.delete(channel.id)
      if (event.type !== 'ChannelDtmfReceived') return
      const digit = String(event.digit)
      if (`${digits.get(channel.id) ?? ''}${digit}` === CODE) toggle(channel.id).catch(warn)
      digits.set(channel.id, digit)
    },
    /** Reports recordings that another process has left. */
    async adopt(channels: ReadonlySet<string>): Promise<void> {
      for (const { name } of await listStored(ari)) {
        const found = readName(name)
        if (found && !channels.has(found.call)) report(name)
      }
    },
  }
}

function mayChange({ rules, isRunning }: Recording, side: Side): boolean {
  const may: OnDemand = rules.onDemand[side]
  return may === 'override' || (may === 'enabled' && !(rules.always && isRunning))
}

/** `call-1794912345.6-1001@a.test` */
function readName(name: string): { call: string; address: PbxAddress } | undefined {
  const [, call, caller] = /^call-([\w.-]+)-(\d+@[^@]+)$/.exec(name) ?? []
  const address = parseAddress(caller)
  return call !== undefined && address ? { call, address } : undefined
}
