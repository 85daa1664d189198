import type { TObject } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { uncheckedCast } from '../../../platform/unchecked-cast.ts'
import type { ReceivedFile } from '../../../platform/uploads/received-file.ts'
import type { ChatConfig } from '../../chat-platform.ts'
import type { PreparedAnswer } from '../../http/envelope.ts'
import type { Input, Parameters } from '../../http/parameter.ts'
import type { Realm } from '../realms/realm.ts'
import type { Session } from '../sessions/session.ts'
import type { Actor } from '../users/user.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * Who may call: `anyone` without credentials; `users` with an API key, except incoming webhook bots;
 * `webhooks-too` those as well; the rest are `users` with one more condition.
 */
export type Access = 'anyone' | 'users' | 'webhooks-too' | 'humans' | 'members' | 'administrators'

/** One endpoint: its declaration is its validation, its documentation and its place in the router. */
export interface Endpoint<District = never, P extends Parameters = Parameters> {
  readonly method: Method
  readonly path: string
  readonly summary: string
  readonly description?: string
  readonly access: Access
  /** long polls have a budget of their own */
  readonly budget?: 'polls'
  /** `payload`: the body is not a list of arguments; those come by the address only */
  readonly body?: 'payload'
  /** what the file of a multipart form is; absent: no file is taken */
  readonly file?: string
  /** how large a file may be */
  fileBytes?(config: ChatConfig): number
  readonly parameters: P
  /** the success, besides `result` and `msg`; with `streams` one event of the stream */
  readonly response: TObject
  /** the content type of a success that is written piece by piece, without an envelope */
  readonly streams?: 'text/event-stream'
  handle(call: Call<District, P>): Promise<object>
}

export interface Call<District, P extends Parameters> {
  /** the object of the district that the endpoint belongs to, or of one below it */
  readonly chat: District
  readonly realm: Realm
  readonly actor: Actor
  /** undefined when the caller came with an API key */
  readonly session: Session | undefined
  readonly input: Input<P>
  /** name of the program that asks */
  readonly client: string
  /** files of a multipart form, in the order in which they came */
  readonly files: readonly ReceivedFile[]
  readonly request: FastifyRequest
  readonly setHeader: (name: string, value: string) => void
}

/** Ties the handler's input to the declared parameters, and names the object that it works with. */
export const endpointOf =
  <District>() =>
  <P extends Parameters>(
    declaration: Omit<Endpoint<District, P>, 'handle'> & {
      handle(call: Call<District, P>): Promise<object | PreparedAnswer>
    },
  ): Endpoint<District> =>
    uncheckedCast(declaration)
