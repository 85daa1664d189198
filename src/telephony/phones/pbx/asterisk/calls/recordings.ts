import { setTimeout as pause } from 'node:timers/promises'
import type { CallInput } from '../../flow/call-state.ts'
import type { PbxAddress, PbxEvent } from '../../pbx.ts'
import { formatAddress, parseAddress } from '../../pbx-address.ts'
import type { Ari } from '../ari/ari.ts'
import type { AriEvent } from '../ari/ari-events.ts'
import { type AriRecording, listStored } from '../ari/list-stored.ts'
import { storedRecording } from '../ari/stored-recording.ts'

/** A high tone, which Asterisk plays until it is stopped. */
const TONE = 'tone:1000'
const TONE_MS = 500
const MAX_MESSAGE_SECONDS = 180
/** Callers who have not hung up properly. */
const MAX_SILENCE_SECONDS = 15

/** Messages of callers. Asterisk keeps each until it is stored, under a name that says whose it is. */
export function createRecordings(ari: Ari, tell: (event: PbxEvent) => void) {
  function report(recording: string): string | undefined {
    const found = readName(recording)
    if (!found) return undefined
    tell({
      kind: 'recorded',
      ...found,
      recording,
      ...storedRecording(ari, recording),
    })
    return found.call
  }

  return {
    /** Plays a tone before. */
    async begin(channel: string, mailbox: PbxAddress): Promise<void> {
      await ari.call('POST', `channels/${channel}/answer`)
      const tone = `tone-${channel}`
      await ari.call('POST', `channels/${channel}/play/${tone}`, { media: TONE })
      await pause(TONE_MS)
      await ari.call('DELETE', `playbacks/${tone}`)
      await ari.call('POST', `channels/${channel}/record`, {
        name: `voicemail-${channel}-${formatAddress(mailbox)}`,
        format: 'wav',
        maxDurationSeconds: MAX_MESSAGE_SECONDS,
        maxSilenceSeconds: MAX_SILENCE_SECONDS,
        terminateOn: '#',
        ifExists: 'overwrite',
      })
    },
    /** A message is complete, or failed: returns its call, and what the call learns. */
    onEvent({ type, recording }: AriEvent): { call: string; input: CallInput } | undefined {
      if (type !== 'RecordingFinished' && type !== 'RecordingFailed') return undefined
      const { name, duration = 0 } = recording as AriRecording
      if (type === 'RecordingFailed') {
        const call = readName(name)?.call
        return call === undefined ? undefined : { call, input: { kind: 'failed' } }
      }
      const call = report(name)
      return call === undefined ? undefined : { call, input: { kind: 'recorded', seconds: duration } }
    },
    /** Reports messages that another process has left, and returns the channels that are being recorded. */
    async adopt(channels: ReadonlySet<string>): Promise<ReadonlySet<string>> {
      const going = new Set<string>()
      for (const { name } of await listStored(ari)) {
        const call = readName(name)?.call
        if (call === undefined) continue
        if (channels.has(call)) going.add(call)
        else report(name)
      }
      return going
    },
  }
}

export type Recordings = ReturnType<typeof createRecordings>

/** `voicemail-1794912345.6-1002@a.test` */
function readName(name: string): { call: string; address: PbxAddress } | undefined {
  const [, call, mailbox] = /^voicemail-([\w.-]+)-(\d+@[^@]+)$/.exec(name) ?? []
  const address = parseAddress(mailbox)
  return call !== undefined && address ? { call, address } : undefined
}
