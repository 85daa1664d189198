import type { Static, TSchema } from '@sinclair/typebox'
import type { Actor } from '../identity/actor.ts'
import type { Scope } from '../identity/api-key.ts'
import type { Telephony } from '../telephony.ts'

/** Something that a client may send once it is authenticated: declared as operations of the REST API are. */
export interface ClientEvent<S extends TSchema = TSchema> {
  readonly name: string
  readonly description: string
  readonly scope: Scope
  readonly payload: S
  /** `timezone` is that of the socket, '' when it named none */
  handle(telephony: Telephony, actor: Actor, payload: Static<S>, timezone: string): Promise<void>
}

/** Ties the handler's payload to the declared one. */
export const clientEvent = <S extends TSchema>(declaration: ClientEvent<S>): ClientEvent =>
  declaration as unknown as ClientEvent
