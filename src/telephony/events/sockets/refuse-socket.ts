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

/** Says why, then hangs up: the same credentials will not do the next time either. */
export function refuse(socket: Socket, message: string): void {
  tellUnauthorized(socket, message, 'invalid_token')
  socket.disconnect(true)
}

/** It has not said who it is; perhaps it could not, and may try again. */
export function refuseSilent(socket: Socket, message: string): void {
  tellUnauthorized(socket, message, 'authentication_timeout')
  socket.conn.close()
}

/**
 * Not the fault of the credentials. The connection is closed, not the socket: of that clients take it that they are to
 * come back by themselves.
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
