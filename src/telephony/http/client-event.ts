import type { Static, TSchema } from '@sinclair/typebox'
import { uncheckedCast } from '../../platform/unchecked-cast.ts'
import type { Actor } from '../identity/actor.ts'
import type { Scope } from '../identity/api-key.ts'

/** An event that an authenticated client may send, declared like the operations of the REST API. */
export interface ClientEvent<District = never, S extends TSchema = TSchema> {
  readonly name: string
  readonly description: string
  readonly scope: Scope
  readonly payload: S
  /** `timezone` is that of the socket, or '' */
  readonly handle: (district: District, actor: Actor, payload: Static<S>, timezone: string) => Promise<void>
}

/** Ties the handler's payload to the declared one. */
export const clientEvent = <District, S extends TSchema>(
  declaration: ClientEvent<District, S>,
): ClientEvent<District> => uncheckedCast(declaration)
