import type { Logger } from '../../../../../platform/logging/log.ts'
import type { CallRouter, ConferencePlan, MailboxOpening } from '../../flow/call-plan.ts'
import type { MessageReference, PromptReference } from '../../flow/call-sound.ts'
import type { OutgoingCalls } from '../../may-call.ts'
import type { PbxEvent } from '../../pbx.ts'
import type { QueueLines } from '../../queue-lines.ts'
import type { Ari } from '../ari/ari.ts'
import type { FindAtPeers } from '../phones/asterisk-peers.ts'
import type { EndpointsOf } from '../phones/browser-phones.ts'
import type { TransferSupport } from '../phones/transfer-support.ts'
import type { AnnouncementSounds } from './announcement-sounds.ts'
import type { FindRecordingRules } from './call-recordings.ts'

/** The new messages of a mailbox, oldest first; undefined if the PIN is wrong. Without a PIN, none is checked. */
export type OpenMailbox = (opening: MailboxOpening) => Promise<readonly MessageReference[] | undefined>

/** Whether the PIN is that of the moderators of a conference room; undefined if it is wrong. */
export type OpenRoom = (room: ConferencePlan, pin: string) => Promise<boolean | undefined>

export interface CallRunnerUse {
  readonly ari: Ari
  readonly router: CallRouter
  /** where Asterisk fetches a prompt */
  promptUrl(prompt: PromptReference): string
  /** where Asterisk fetches a message, for a few minutes */
  messageUrl(message: MessageReference): string
  readonly openMailbox: OpenMailbox
  readonly openRoom: OpenRoom
  readonly announcements: AnnouncementSounds
  readonly endpointsOf: EndpointsOf
  readonly findAtPeers: FindAtPeers
  readonly findRecordingRules: FindRecordingRules
  readonly transferSupport: TransferSupport
  readonly outgoing: OutgoingCalls
  readonly queueLines: QueueLines
  /** The trunk that a call from a provider belongs to, by the trunk of its endpoint and the dialled number. */
  findTrunkOfCall(trunk: string, dialled: string): Promise<string>
  readonly log: Logger
  tell(event: PbxEvent): void
}
