import { type Static, Type } from '@sinclair/typebox'
import type { Socket } from 'socket.io'
import type { Problem } from '../../problem.ts'

export const UnauthorizedSchema = Type.Object(
  {
    message: Type.String(),
    data: Type.Object(
      {
        message: Type.String(),
        code: Type.Union([Type.Literal('invalid_token'), Type.Literal('authentication_timeout')], {
          description: '`authentication_timeout`: nothing was said about any token; come back.',
        }),
        type: Type.Literal('UnauthorizedError'),
      },
      { additionalProperties: false },
    ),
  },
  { additionalProperties: false },
)

/** Sends the reason, then disconnects for good: the same credentials would fail again. */
export function refuse(socket: Socket, message: string): void {
  tellUnauthorized(socket, message, 'invalid_token')
  socket.disconnect(true)
}

/** The client has not authenticated in time. It may reconnect and try again. */
export function refuseSilent(socket: Socket, message: string): void {
  tellUnauthorized(socket, message, 'authentication_timeout')
  socket.conn.close()
}

/**
 * The credentials are not at fault. Closes the connection rather than the socket, upon which clients reconnect by
 * themselves.
 */
export function sendAway(socket: Socket, problem: Problem): void {
  socket.emit('exception', problem.body())
  socket.conn.close()
}

type Code = Static<typeof UnauthorizedSchema>['data']['code']

function tellUnauthorized(socket: Socket, message: string, code: Code): void {
  const payload: Static<typeof UnauthorizedSchema> = {
    message,
    data: { message, code, type: 'UnauthorizedError' },
  }
  socket.emit('unauthorized', payload)
}
