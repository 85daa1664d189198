import { timingSafeEqual } from 'node:crypto'
import { secondsOf } from '../../../platform/clock.ts'
import type { ChatPlatform } from '../../chat-platform.ts'
import type { UploadedFileRow } from './uploaded-file-store.ts'

const VALID_SECONDS = 60

type Needs = Pick<ChatPlatform, 'clock' | 'secrets'>

/** A signed address that serves the file to anyone for a minute. Nothing is stored. */
export function temporaryAddress(chat: Needs, file: UploadedFileRow): string {
  const until = secondsOf(chat.clock) + VALID_SECONDS
  const name = file.path_id.slice(file.path_id.lastIndexOf('/') + 1)
  const signature = sign(chat, file.realm_id, file.token, until)
  return `/user_uploads/temporary/${file.token}.${until}.${signature}/${encodeURIComponent(name)}`
}

/** The token of the file; undefined if the ticket is forged, expired, or of another organization. */
export function readTicket(chat: Needs, realmId: number, ticket: string): string | undefined {
  const [, token, until, signature] = /^([0-9a-f]{32})\.(\d{1,12})\.([\w-]{43})$/.exec(ticket) ?? []
  if (token === undefined) return undefined
  const genuine = sign(chat, realmId, token, Number(until))
  if (!timingSafeEqual(Buffer.from(signature!), Buffer.from(genuine))) return undefined
  return Number(until) > secondsOf(chat.clock) ? token : undefined
}

/** Cannot collide with API keys, the other hashed values: they contain no space. */
const sign = ({ secrets }: Needs, realmId: number, token: string, until: number) =>
  secrets.sign(`temporary file ${realmId}.${token}.${until}`)
