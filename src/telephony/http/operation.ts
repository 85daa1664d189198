import type { Static, TObject, TSchema } from '@sinclair/typebox'
import type { FastifyRequest } from 'fastify'
import { uncheckedCast } from '../../platform/unchecked-cast.ts'
import type { Actor } from '../identity/actor.ts'
import { type TelephonyPermissionName, telephonyPermissions } from '../identity/telephony-permissions.ts'
import type { HttpResponse } from './http-response.ts'
import type { UploadBody } from './upload-body.ts'

export type Verb = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/**
 * An operation of the API: one declaration for routing, validation and documentation. Checks run in this order: key and
 * user, scope, `find`, role, query and body.
 */
export interface Operation<District = never> {
  readonly method: Verb
  /** parameters as `:name` */
  readonly path: string
  readonly area: string
  readonly summary: string
  readonly description?: string
  /** who may call it: a row of the table of permissions */
  readonly access: TelephonyPermissionName
  readonly query?: TObject
  /** the schema of a JSON body; `form`: a multipart form, or the body itself as a file; `text`: any text */
  readonly body?: TSchema | 'form' | 'text'
  /** Clients copy whole objects: nulls, and empty lists in place of lists and objects, count as absent. */
  readonly nullIsAbsent?: true
  /** in bytes, if not a megabyte */
  readonly bodyLimit?: number
  /** The body is streamed to disk, up to this many bytes; in a form, each file. */
  readonly fileBytes?: number
  readonly success: Success
  /** statuses of problems, besides those of every operation */
  readonly problems: readonly number[]
  /** Fetches the object in the path, with permission: 404 and 403 come before faults of the body. */
  readonly find?: (call: Call<District>) => Promise<unknown>
  readonly handle: (call: Call<District>) => Promise<unknown>
}

export interface Success {
  readonly status: 200 | 201 | 202 | 204
  /** the media type, if not JSON */
  readonly type?: string
  readonly schema?: TSchema
  readonly paged?: true
  /** a `Range` header gets a part: 206, or 416 */
  readonly ranges?: true
  /** the file store may send the bytes: 302 to an address that is valid for two minutes */
  readonly redirects?: true
  /** the work may go on after the response: 202 with this */
  readonly inBackground?: TSchema
  /** the list may be empty: 204 without a body */
  readonly orEmpty?: true
}

export interface Call<District, Subject = unknown, Query = unknown, Body = unknown> {
  /** the object of the district that the operation belongs to, or of one below */
  readonly context: District
  /** not set in operations that need no credentials */
  readonly actor: Actor
  readonly params: Record<string, string>
  readonly query: Query
  readonly body: Body
  readonly subject: Subject
  readonly request: FastifyRequest
}

type BodyOf<B> = B extends TSchema
  ? Static<B>
  : B extends 'text'
    ? string
    : B extends 'form'
      ? UploadBody
      : undefined

/** Whether the operation needs no credentials. */
export const isOpen = ({ access }: Pick<Operation, 'access'>): boolean =>
  telephonyPermissions[access].scope === null

/** Declares operations of a district, and ties the handler's arguments to the declared ones. */
export const operationOf =
  <District>() =>
  <
    Subject = undefined,
    Q extends TObject = TObject,
    B extends TSchema | 'form' | 'text' | undefined = undefined,
  >(
    declaration: Omit<Operation, 'query' | 'body' | 'find' | 'handle'> & {
      query?: Q
      body?: B
      find?(call: Call<District>): Promise<Subject>
      handle(call: Call<District, Subject, Static<Q>, BodyOf<B>>): Promise<object | HttpResponse | undefined>
    },
  ): Operation<District> =>
    uncheckedCast(declaration)
