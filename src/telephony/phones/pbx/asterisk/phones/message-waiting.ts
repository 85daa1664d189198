import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { type PbxAddress, PbxFailure, type WaitingMessages } from '../../pbx.ts'
import { type Ari, AriRefusal } from '../ari/ari.ts'
import { WAITING_CONTEXT } from '../asterisk-dialplan.ts'

const INTERVAL_MS = 5
const MAX_CHECKS = 400

/**
 * Tells Asterisk how many messages a mailbox has, and Asterisk notifies the phones. Not every build has mailboxes in
 * ARI, so we create a channel that runs a dialplan application.
 */
export async function showWaiting(
  ari: Ari,
  { number, domain }: PbxAddress,
  messages: WaitingMessages,
): Promise<void> {
  const channel = `waiting-${randomUUID()}`
  const extension = `${messages.new}-${messages.old}-${number}-${domain}`
  await ari.call('POST', 'channels', {
    endpoint: `Local/${extension}@${WAITING_CONTEXT}`,
    context: WAITING_CONTEXT,
    extension: 'done',
    channelId: channel,
  })
  // When the channel is gone, Asterisk knows: a later number cannot be overtaken by this one.
  for (let looks = 0; looks < MAX_CHECKS; looks += 1) {
    if (await isGone(ari, channel)) return
    await pause(INTERVAL_MS)
  }
  throw new PbxFailure('Asterisk does not show waiting messages.')
}

async function isGone(ari: Ari, channel: string): Promise<boolean> {
  try {
    await ari.call('GET', `channels/${channel}`)
    return false
  } catch (error) {
    if (error instanceof AriRefusal && error.status === 404) return true
    throw error
  }
}
