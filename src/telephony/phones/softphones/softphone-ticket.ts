import { randomBytes } from 'node:crypto'
import type { Clock } from '../../../platform/clock.ts'
import { isSameSecret, type Secrets } from '../../../platform/secrets/secrets.ts'

/** A page connects right away. */
export const TICKET_MS = 60_000

/** Permits a person to connect a browser as a phone of an extension. */
export interface SoftphoneTicket {
  readonly companyId: number
  readonly contactId: string
  readonly instanceUuid: string
  readonly extensionId: string
  /** tells the browsers of an extension apart */
  readonly name: string
  readonly expiresAt: number
}

type Signer = Pick<Secrets, 'sign'>

export function newTicket(clock: Clock, whom: Omit<SoftphoneTicket, 'name' | 'expiresAt'>): SoftphoneTicket {
  return { ...whom, name: randomBytes(8).toString('hex'), expiresAt: clock.now() + TICKET_MS }
}

/** A ticket as text. Nothing is stored: any server on the same data can read it. */
export function writeTicket(secrets: Signer, ticket: SoftphoneTicket): string {
  const text = Buffer.from(JSON.stringify(ticket)).toString('base64url')
  return `${text}.${secrets.sign(`softphone ${text}`)}`
}

/** undefined if it is not ours, or no longer valid. */
export function readTicket(secrets: Signer, clock: Clock, written: string): SoftphoneTicket | undefined {
  const [text = '', signature = ''] = written.split('.')
  if (!isSameSecret(signature, secrets.sign(`softphone ${text}`))) return undefined
  const ticket = JSON.parse(Buffer.from(text, 'base64url').toString('utf8')) as SoftphoneTicket
  return ticket.expiresAt > clock.now() ? ticket : undefined
}

/** The SIP password of the browser. It is of no use once the connection of the ticket has ended. */
export const secretOfTicket = (secrets: Signer, { name, extensionId }: SoftphoneTicket) =>
  secrets.sign(`softphone secret ${extensionId} ${name}`)
