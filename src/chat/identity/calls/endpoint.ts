import type { TObject } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { uncheckedCast } from '../../../platform/unchecked-cast.ts'
import type { ReceivedFile } from '../../../platform/uploads/received-file.ts'
import type { ChatConfig } from '../../chat-platform.ts'
import type { PreparedAnswer } from '../../http/envelope.ts'
import type { Input, Parameters } from '../../http/parameter.ts'
import { type ChatPermission, chatPermissions } from '../chat-permissions.ts'
import type { Realm } from '../realms/realm.ts'
import type { Session } from '../sessions/session.ts'
import type { Actor } from '../users/user.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** One endpoint. Its declaration drives routing, validation and documentation. */
export interface Endpoint<District = never, P extends Parameters = Parameters> {
  readonly method: Method
  readonly path: string
  /** the last parameter of the path may contain slashes */
  readonly takesRest?: boolean
  readonly summary: string
  readonly description?: string
  /** who may call: a row of a table of permissions, by its name */
  readonly access: string
  readonly permission: ChatPermission
  /** long polls have their own rate limit */
  readonly budget?: 'polls'
  /** `payload`: the body is not a list of arguments; arguments come from the query and path only */
  readonly body?: 'payload'
  /** describes the file of a multipart form; absent: takes no file */
  readonly file?: string
  /** maximum size of a file */
  fileBytes?(config: ChatConfig): number
  readonly parameters: P
  /** the success, besides `result` and `msg`; with `streams`, one event of the stream */
  readonly response: TObject
  /** content type of a success that is streamed without an envelope */
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
  /** name of the client program */
  readonly client: string
  /** files of a multipart form, in their order */
  readonly files: readonly ReceivedFile[]
  readonly request: FastifyRequest
  readonly setHeader: (name: string, value: string) => void
}

/** Declares endpoints of the chat. Ties the handler's input to the declared parameters, and types the district object. */
export const endpointOf = <District>() => endpointWith<District, typeof chatPermissions>(chatPermissions)

/** The same with another table of permissions. */
export const endpointWith =
  <District, Table extends Readonly<Record<string, ChatPermission>>>(table: Table) =>
  <P extends Parameters>(
    declaration: Omit<Endpoint<District, P>, 'handle' | 'access' | 'permission'> & {
      access: keyof Table & string
      handle(call: Call<District, P>): Promise<object | PreparedAnswer>
    },
  ): Endpoint<District> =>
    uncheckedCast({ ...declaration, permission: table[declaration.access] })
