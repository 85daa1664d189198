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
/** Less than what is accepted when it is kept. */
const MAX_PROMPT_SECONDS = 175

/** The recording that a caller has made of a prompt. */
export const recordedPrompt = (channel: string) => `prompt-${channel}`

/**
 * Messages of callers. Asterisk keeps each until it is stored, under a name that says whose it is. And prompts that
 * people record, which are deleted with the call: what is kept was stored before.
 */
export function createRecordings(ari: Ari, tell: (event: PbxEvent) => void) {
  /** the channels that have recorded a prompt */
  const withPrompt = new Set<string>()

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

  /** Another process may still be making it: its caller starts over. */
  async function removePrompt(channel: string): Promise<void> {
    const name = encodeURIComponent(recordedPrompt(channel))
    await ari.call('DELETE', `recordings/live/${name}`).catch(() => {})
    await ari.call('DELETE', `recordings/stored/${name}`).catch(() => {})
  }

  return {
    /** Plays a tone before. A message for the mailbox, or without one a prompt. */
    async begin(channel: string, mailbox: PbxAddress | undefined): Promise<void> {
      if (!mailbox) withPrompt.add(channel)
      await ari.call('POST', `channels/${channel}/answer`)
      const tone = `tone-${channel}`
      await ari.call('POST', `channels/${channel}/play/${tone}`, { media: TONE })
      await pause(TONE_MS)
      await ari.call('DELETE', `playbacks/${tone}`)
      await ari.call('POST', `channels/${channel}/record`, {
        name: mailbox ? `voicemail-${channel}-${formatAddress(mailbox)}` : recordedPrompt(channel),
        format: 'wav',
        maxDurationSeconds: mailbox ? MAX_MESSAGE_SECONDS : MAX_PROMPT_SECONDS,
        maxSilenceSeconds: MAX_SILENCE_SECONDS,
        terminateOn: '#',
        ifExists: 'overwrite',
      })
    },
    promptOf: (channel: string) => storedRecording(ari, recordedPrompt(channel)),
    /** A message or prompt is complete, or failed: returns its call, and what the call learns. */
    onEvent({ type, recording }: AriEvent): { call: string; input: CallInput } | undefined {
      if (type !== 'RecordingFinished' && type !== 'RecordingFailed') return undefined
      const { name, duration = 0 } = recording as AriRecording
      const maker = channelOfPrompt(name)
      if (maker !== undefined) {
        const isDone = type === 'RecordingFinished'
        return { call: maker, input: isDone ? { kind: 'recorded', seconds: duration } : { kind: 'failed' } }
      }
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
        const maker = channelOfPrompt(name)
        if (maker !== undefined && !withPrompt.has(maker)) await removePrompt(maker)
        const call = readName(name)?.call
        if (call === undefined) continue
        if (channels.has(call)) going.add(call)
        else report(name)
      }
      return going
    },
    /** Another process may have the calls now, whose callers begin anew. */
    forgetAll: () => withPrompt.clear(),
    forget(channel: string): void {
      if (withPrompt.delete(channel)) void removePrompt(channel)
    },
  }
}

export type Recordings = ReturnType<typeof createRecordings>

const channelOfPrompt = (name: string) => /^prompt-([\w.-]+)$/.exec(name)?.[1]

/** `voicemail-1794912345.6-1002@a.test` */
function readName(name: string): { call: string; address: PbxAddress } | undefined {
  const [, call, mailbox] = /^voicemail-([\w.-]+)-(\d+@[^@]+)$/.exec(name) ?? []
  const address = parseAddress(mailbox)
  return call !== undefined && address ? { call, address } : undefined
}
