import { timingSafeEqual } from 'node:crypto'
import { secondsOf } from '../../../platform/clock.ts'
import type { Chat } from '../../chat.ts'
import type { UploadedFileRow } from './uploaded-file-store.ts'

const VALID_SECONDS = 60

type Needs = Pick<Chat, 'clock' | 'secrets'>

/** Where anybody can fetch the file for a minute: nothing is stored, the signature says it all. */
export function temporaryAddress(chat: Needs, file: UploadedFileRow): string {
  const until = secondsOf(chat.clock) + VALID_SECONDS
  const name = file.path_id.slice(file.path_id.lastIndexOf('/') + 1)
  const signature = sign(chat, file.realm_id, file.token, until)
  return `/user_uploads/temporary/${file.token}.${until}.${signature}/${encodeURIComponent(name)}`
}

/** The token of the file; undefined when the ticket is not ours, of another organization, or over. */
export function readTicket(chat: Needs, realmId: number, ticket: string): string | undefined {
  const [, token, until, signature] = /^([0-9a-f]{32})\.(\d{1,12})\.([\w-]{43})$/.exec(ticket) ?? []
  if (token === undefined) return undefined
  const genuine = sign(chat, realmId, token, Number(until))
  if (!timingSafeEqual(Buffer.from(signature!), Buffer.from(genuine))) return undefined
  return Number(until) > secondsOf(chat.clock) ? token : undefined
}

/** API keys, the other values that are hashed, have no blank in them. */
const sign = ({ secrets }: Needs, realmId: number, token: string, until: number) =>
  secrets.sign(`temporary file ${realmId}.${token}.${until}`)
